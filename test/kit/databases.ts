/** Runs the same tests on SQLite and on a real PostgreSQL, each with fresh databases of its own. */
import { randomBytes } from "node:crypto"
import { copyFileSync } from "node:fs"
import { tmpdir } from "node:os"
import pg from "pg"
import { describe, inject } from "vitest"
import { MIGRATIONS } from "../../hub/storage/index.ts"
import { systemClock } from "../../runtime/clock.ts"
import { silentLog } from "../../runtime/log.ts"
import type { Engine } from "../../runtime/storage/dialect.ts"
import { openStore, type Store, type StoreOptions } from "../../runtime/storage/store.ts"
import type { HubTemplate } from "./hub-templates.ts"
import { MEMORY } from "./quick-disk.ts"
import { tempFile, whenOver } from "./temp.ts"

const POOL_MAX = 5
const ENGINES: readonly Engine[] = ["sqlite", "postgres"]

export interface OpenStore {
  /** Opens a store on a fresh database, or on `url`; it is closed when the test (or the file) is over. */
  <DB>(options: Partial<StoreOptions> & Pick<StoreOptions, "migrations">): Promise<Store<DB>>
  /** The address of a fresh, empty database, removed when the test (or the file) is over. */
  freshUrl(): Promise<string>
  /** The address of a hub's database with the test's tenants in it, on SQLite at `path`, and the key that opens what is sealed there. */
  provisioned(path: string, clients?: boolean): Promise<{ readonly url: string; readonly secretKey: string }>
}

export function eachDatabase(define: (name: Engine, open: OpenStore) => void): void {
  describe.each(ENGINES)("on %s", (engine) => define(engine, openOn(engine)))
}

/** For whole stories in a browser, whose parts are tested on both already. */
export function onSqlite(define: (open: OpenStore) => void): void {
  describe("on sqlite", () => define(openOn("sqlite")))
}

/** For what only PostgreSQL does. */
export function onPostgres(define: (open: OpenStore) => void): void {
  describe("on postgres", () => define(openOn("postgres")))
}

function openOn(engine: Engine): OpenStore {
  const freshUrl = () => (engine === "sqlite" ? freshSqlite() : freshPostgres())
  const open = async <DB>(options: Partial<StoreOptions> & Pick<StoreOptions, "migrations">): Promise<Store<DB>> => {
    const url = options.url ?? (await emptyUrl(options.migrations))
    const store = await openStore<DB>({ clock: systemClock, log: silentLog, poolMax: POOL_MAX, ...options, url })
    whenOver(() => store.close())
    return store
  }
  const copyOf = async ({ sqlite, postgres }: HubTemplate, path: string) => {
    if (engine === "postgres") return freshPostgres(`TEMPLATE ${postgres} ${copyStrategy()}`)
    copyFileSync(sqlite, path)
    return `sqlite:${path}`
  }
  /** The hub's migrations have been run once already. */
  const emptyUrl = (migrations: StoreOptions["migrations"]) =>
    migrations === MIGRATIONS ? copyOf(inject("hubTemplates").bare, tempFile("test.db")) : freshUrl()
  const provisioned = async (path: string, clients = false) => {
    const { plain, withClients, secretKey } = inject("hubTemplates")
    return { url: await copyOf(clients ? withClients : plain, path), secretKey }
  }
  return Object.assign(open, { freshUrl, provisioned })
}

/** In memory a database is copied soonest file by file; on a disk that would wait for each of a thousand files. */
function copyStrategy(): string {
  return tmpdir().startsWith(MEMORY) ? "STRATEGY FILE_COPY" : ""
}

async function freshSqlite(): Promise<string> {
  return `sqlite:${tempFile("test.db")}`
}

async function freshPostgres(like = ""): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`
  await runOnServer(`CREATE DATABASE ${name} ${like}`)
  whenOver(() => runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const url = new URL(inject("postgresUrl"))
  url.pathname = name
  return url.href
}

/** One for all the tests of a worker: to let another in costs the server more than most statements do. */
let admin: Promise<pg.Client> | undefined

async function runOnServer(statement: string): Promise<void> {
  admin ??= connectToServer()
  await (await admin).query(statement)
}

async function connectToServer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") })
  // Whatever ends it, as the server's own end, the next statement says so.
  client.on("error", () => {})
  client.on("end", () => {
    admin = undefined
  })
  await client.connect()
  return client
}
