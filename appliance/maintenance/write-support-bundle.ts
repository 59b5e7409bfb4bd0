/** Writes the support bundle: one file about the last day of a box, without the names of guests or staff. */
import { readdirSync, statfsSync, writeFileSync } from "node:fs"
import { arch, freemem, loadavg, release, totalmem, uptime } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Database } from "better-sqlite3"
import packageJson from "../../package.json" with { type: "json" }
import { hidePassword } from "../../runtime/log.ts"
import { openSqlite, quickCheck } from "../../runtime/storage/sqlite.ts"
import { listBackups } from "./backup/backup-files.ts"
import { factsOf, rowsSince } from "./support-bundle-store.ts"

const DAY_MS = 24 * 3_600_000

/** The part that only a running box knows. */
interface LiveFacts {
  readonly line: Readonly<Record<string, unknown>>
  readonly printers: readonly unknown[]
  /** The last status bytes of each printer. */
  readonly heardOfPrinters: readonly unknown[]
  readonly care: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
}

export interface SupportBundleSources {
  readonly config: Readonly<Partial<Record<(typeof SETTINGS)[number], unknown>>> & {
    readonly printer: readonly { readonly id: string }[]
  }
  readonly uplink: { status(): object }
  readonly printing: { status(): readonly object[]; lastReplies(): readonly object[] }
}

/** The settings, without keys and passwords. */
const SETTINGS = [
  "hub",
  "hubMqtt",
  "host",
  "port",
  "mqttPort",
  "publicUrl",
  "backups",
  "rateLimit",
  "logLevel",
] as const

export function liveFacts({
  config,
  uplink,
  printing,
  care,
}: SupportBundleSources & { care: { state(): object } }): LiveFacts {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, withoutPassword(config[name])]))
  return {
    line: { ...uplink.status() },
    printers: printing.status(),
    heardOfPrinters: printing.lastReplies(),
    care: { ...care.state() },
    settings: { ...settings, printers: config.printer.map(({ id }) => id) },
  }
}

function withoutPassword(value: unknown): unknown {
  return typeof value === "string" ? hidePassword(value) : value
}

interface SupportBundleDeps {
  readonly data: string
  readonly now: string
  readonly live?: LiveFacts
}

export function makeBundle(db: Database, { data, now, live }: SupportBundleDeps) {
  const since = new Date(Date.parse(now) - DAY_MS).toISOString()
  const { bsize, blocks, bavail } = statfsSync(data)
  return {
    made: { at: now, since, of: "brasa box" },
    versions: {
      brasa: packageJson.version,
      node: process.version,
      system: `${process.platform} ${release()}`,
      arch: arch(),
    },
    machine: { uptime: Math.round(uptime()), load: loadavg(), memory: { free: freemem(), total: totalmem() } },
    disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize, files: readdirSync(data).sort() },
    database: { faults: quickCheck(db) },
    backups: listBackups(data),
    running: live ?? null,
    ...factsOf(db),
    lastDay: rowsSince(db, since),
  }
}

/** Reads the database of a box that may be running. */
export function writeBundle({ file, ...asked }: SupportBundleDeps & { readonly file: string }): void {
  const db = openSqlite(join(asked.data, "box.db"), { readonly: true })
  try {
    writeFileSync(file, gzipSync(JSON.stringify(makeBundle(db, asked), null, 1)))
  } finally {
    db.close()
  }
}
