/** Provisioned hubs' databases, one per engine, made once for a run: a test's hub starts from a copy, as if it had provisioned its own. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { openHub } from "../../hub/wire-desk.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock } from "../../protocol/runtime/clock.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { createKey } from "../../protocol/runtime/secrets.ts"
import { NOW, testTenants } from "./tenants.ts"

export interface HubTemplates {
  readonly plain: HubTemplate
  /** With the demo's clients of the legacy family, whose secrets take time to hash. */
  readonly withClients: HubTemplate
  /** Seals what is sealed in them. */
  readonly secretKey: string
}

export interface HubTemplate {
  /** A file to copy. */
  readonly sqlite: string
  /** A database to create others from. */
  readonly postgres: string
}

export const KEY_FILE = "secret.key"

export async function makeHubTemplates(postgresUrl: string): Promise<HubTemplates & { remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "brasa-hub-"))
  const secretKey = createKey()
  writeFileSync(join(folder, KEY_FILE), secretKey)
  const make = async (name: string, clients: boolean, from?: HubTemplate): Promise<HubTemplate> => {
    const made = { sqlite: join(folder, `${name}.db`), postgres: `hub_${name}` }
    if (from) copyFileSync(from.sqlite, made.sqlite)
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(`CREATE DATABASE ${made.postgres} ${from ? `TEMPLATE ${from.postgres}` : ""}`)
    await client.end()
    const url = new URL(postgresUrl)
    url.pathname = made.postgres
    for (const database of [`sqlite:${made.sqlite}`, url.href]) await provision(folder, database, clients)
    return made
  }
  const plain = await make("plain", false)
  const withClients = await make("with_clients", true, plain)
  return { plain, withClients, secretKey, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function provision(data: string, database: string, clients: boolean): Promise<void> {
  const config = { data, database, secretKey: null, logLevel: "silent" as const }
  const { desk, close } = await openHub(config, { log: silentLog, clock: createManualClock(NOW) })
  const done = await desk.provision(testTenants({ clients }))
  await close()
  if (isRefusal(done)) throw new Error(done.message)
}
