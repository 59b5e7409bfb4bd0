/** The updater's parts on a machine that is a directory, from what can be said to another process. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { UpdaterDeps } from "../../installer/updater/run-update.ts"
import { createService, type ServiceDeps } from "../../installer/updater/service.ts"
import { readReleaseKeys } from "../../runtime/release-keys.ts"

export interface Layout {
  /** Holds `opt`, `state`, `keys.pem`. */
  readonly machine: string
  readonly spool: string
  readonly service: Omit<ServiceDeps, "root" | "asUser">
  readonly gateMs: number
  readonly rehearseMs: number
}

export function updaterParts({ machine, spool, service, gateMs, rehearseMs }: Layout): Omit<UpdaterDeps, "print"> {
  const root = join(machine, "opt")
  return {
    root,
    spool,
    state: join(machine, "state"),
    platform: `${process.platform}-${process.arch}`,
    keys: readReleaseKeys(readFileSync(join(machine, "keys.pem"), "utf8")),
    service: createService({ ...service, root, asUser: [] }),
    gateMs,
    rehearseMs,
    now: () => new Date().toISOString(),
    monotonicMs: () => performance.now(),
  }
}
