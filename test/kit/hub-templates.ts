/** Databases of provisioned hubs, made once for each engine and run: each test hub starts from a copy. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { openHub } from "../../hub/composition/operator.ts"
import { type HubTables, MIGRATIONS } from "../../hub/storage/index.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { createManualClock } from "../../runtime/clock.ts"
import { silentLog } from "../../runtime/log.ts"
import { createKey } from "../../runtime/secrets.ts"
import { openStore } from "../../runtime/storage/store.ts"
import { NOW, testTenants } from "./tenants.ts"

export interface HubTemplates {
  /** Migrated, and nobody in it. */
  readonly bare: HubTemplate
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
  const make = async (name: string, fill: Fill, from?: HubTemplate): Promise<HubTemplate> => {
    const made = { sqlite: join(folder, `${name}.db`), postgres: `hub_${name}` }
    if (from) copyFileSync(from.sqlite, made.sqlite)
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(`CREATE DATABASE ${made.postgres} ${from ? `TEMPLATE ${from.postgres}` : ""}`)
    await client.end()
    const url = new URL(postgresUrl)
    url.pathname = made.postgres
    for (const database of [`sqlite:${made.sqlite}`, url.href]) await fill(folder, database)
    return made
  }
  const bare = await make("bare", migrate)
  const plain = await make("plain", provision(false), bare)
  const withClients = await make("with_clients", provision(true), plain)
  return { bare, plain, withClients, secretKey, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Fill = (data: string, database: string) => Promise<void>

async function migrate(_: string, url: string): Promise<void> {
  const store = await openStore<HubTables>({
    url,
    migrations: MIGRATIONS,
    clock: createManualClock(NOW),
    log: silentLog,
  })
  await store.close()
}

function provision(clients: boolean): Fill {
  return async (data, database) => {
    const config = { data, database, secretKey: null, logLevel: "silent" as const }
    const { operator: desk, close } = await openHub(config, { log: silentLog, clock: createManualClock(NOW) })
    const done = await desk.provision(testTenants({ clients }))
    await close()
    if (isRefusal(done)) throw new Error(done.message)
  }
}
