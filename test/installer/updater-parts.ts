/** The updater's parts on a machine that is a directory: `rm` stops what is sold there, a script starts it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { UpdaterParts } from "../../installer/updater/run-update.ts"
import { createService } from "../../installer/updater/service.ts"
import { readReleaseKeys } from "../../protocol/runtime/release-keys.ts"

export function updaterParts(machine: string, health: string, gateMs: number): Omit<UpdaterParts, "say"> {
  const root = join(machine, "opt")
  return {
    root,
    spool: join(machine, "spool"),
    state: join(machine, "state"),
    platform: "linux-x64",
    keys: readReleaseKeys(readFileSync(join(machine, "keys.pem"), "utf8")),
    service: createService({
      root,
      stop: ["rm", "-f", join(machine, "serving")],
      start: ["sh", join(machine, "start.sh"), machine],
      asUser: [],
      program: ["bin/brasa"],
      data: join(machine, "data"),
      health,
    }),
    gateMs,
    now: () => new Date().toISOString(),
    monotonicMs: () => performance.now(),
  }
}
