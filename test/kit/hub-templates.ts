/** A provisioned hub's database per engine, made once for a run: a test's hub starts from a copy, as if it had provisioned its own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { openHub } from "../../hub/main.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock } from "../../protocol/runtime/clock.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { createKey } from "../../protocol/runtime/secrets.ts"
import { NOW, testTenants } from "./tenants.ts"

export interface HubTemplates {
  /** A file to copy. */
  readonly sqlite: string
  /** A database to create others from. */
  readonly postgres: string
  /** Seals what is sealed in them. */
  readonly secretKey: string
}

export const KEY_FILE = "secret.key"

export async function makeHubTemplates(postgresUrl: string): Promise<HubTemplates & { remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "brasa-hub-"))
  const templates = { sqlite: join(folder, "hub.db"), postgres: "hub_template", secretKey: createKey() }
  writeFileSync(join(folder, KEY_FILE), templates.secretKey)
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${templates.postgres}`)
  await client.end()
  const url = new URL(postgresUrl)
  url.pathname = templates.postgres
  await provision(folder, `sqlite:${templates.sqlite}`)
  await provision(folder, url.href)
  return { ...templates, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function provision(data: string, database: string): Promise<void> {
  const config = { data, database, secretKey: null, logLevel: "silent" as const }
  const { desk, close } = await openHub(config, { log: silentLog, clock: createManualClock(NOW) })
  const done = await desk.provision(testTenants())
  await close()
  if (isRefusal(done)) throw new Error(done.message)
}
