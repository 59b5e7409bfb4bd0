/** Saves every minute which keys were used. A crash loses the last minute, so a page may show an earlier use. */
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { Keyring } from "./keyring.ts"

const EVERY_MS = 60_000

export function createUseWriter({ keyring, log }: { keyring: Pick<Keyring, "writeUses">; log: Log }): Part {
  const whenFailed = "the uses of keys were not noted"
  const { name, start, round, stop } = repeat({ name: "uses of keys", everyMs: EVERY_MS, log, whenFailed }, () =>
    keyring.writeUses(),
  )
  return {
    name,
    start,
    async stop() {
      await stop()
      await round().catch((error: unknown) => log.warn({ err: error }, whenFailed))
    },
  }
}
