/** Writes down every minute which keys were used. A crash loses the last minute: a page then shows an earlier use. */
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import type { Keyring } from "./keyring.ts"

const EVERY_MS = 60_000

export function createUseWriter({ keyring, log }: { keyring: Pick<Keyring, "writeUses">; log: Log }): Part {
  let timer: NodeJS.Timeout | undefined
  const write = () => keyring.writeUses().catch((error) => log.warn({ err: error }, "the uses of keys were not noted"))
  return {
    name: "uses of keys",
    start() {
      timer = setInterval(write, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}
