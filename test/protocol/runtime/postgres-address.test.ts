/** A hub's database behind TLS: what an address means, and what somebody is told whom a real server does not let in by it. */
import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import pg from "pg"
import { beforeAll, describe, expect, it, test } from "vitest"
import { systemClock } from "../../../protocol/runtime/clock.ts"
import { silentLog } from "../../../protocol/runtime/log.ts"
import { readAddress } from "../../../protocol/runtime/postgres-address.ts"
import { openStore } from "../../../protocol/runtime/store.ts"
import { StoreUnavailable } from "../../../protocol/runtime/store-errors.ts"
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "../../kit/loopback-certificate.ts"
import { soon } from "../../kit/soon.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

const WITHOUT_TLS =
  "PostgreSQL cannot be used: The server does not support SSL connections; give it a certificate, or leave sslmode out of the address where the line is safe by itself"
const START_MS = 60_000

test.each([
  ["postgres://b:p%40ss@db/brasa?sslmode=require", "postgres://b:p%40ss@db/brasa?sslmode=verify-full"],
  [
    "postgres://db/brasa?sslmode=verify-ca&sslrootcert=/a.crt",
    "postgres://db/brasa?sslmode=verify-full&sslrootcert=%2Fa.crt",
  ],
])("%s is read as the driver reads it today", (address, read) => expect(readAddress(address)).toBe(read))

test.each([
  "postgres://b:p@ss@db/brasa",
  "postgres://db/brasa?sslmode=no-verify",
  "postgres://db/brasa?uselibpqcompat=true&sslmode=require",
  "postgres:///brasa?host=/var/run/postgresql",
])("%s stays as it is", (address) => expect(readAddress(address)).toBe(address))

describe("a server that speaks TLS alone", () => {
  let server: string
  /** Stays connected, whatever the server asks of others. */
  let admin: pg.Client

  beforeAll(async () => {
    const { url, stop } = await startPostgres()
    whenOver(stop)
    admin = await letInByTlsAlone(url)
    whenOver(() => admin.end())
    server = url
  }, START_MS)

  /** null: it is let in. */
  async function fault(query: string, host = "localhost"): Promise<string | null> {
    const url = server.replace("127.0.0.1", host) + query
    try {
      const store = await openStore({ url, migrations: [], clock: systemClock, log: silentLog })
      await store.close()
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  const set = async (setting: string) => {
    await admin.query(`ALTER SYSTEM SET ${setting}`)
    await admin.query("SELECT pg_reload_conf()")
  }

  const authority = () => {
    const file = tempFile("authority.crt")
    writeFileSync(file, LOOPBACK_CERTIFICATE)
    return file
  }

  it("lets in who names the file of its authority, under each word for it", async () => {
    const file = authority()
    for (const mode of ["verify-full", "verify-ca", "require"])
      expect(await fault(`?sslmode=${mode}&sslrootcert=${file}`)).toBe(null)
  })

  it("says what to do to who speaks without TLS, or does not know the authority", async () => {
    expect(await fault("")).toMatch(/no encryption; the server asks for TLS: add \?sslmode=verify-full$/)
    expect(await fault("?sslmode=require")).toMatch(/; name the file of the authority .*sslrootcert=FILE$/)
  })

  it("is unavailable, not a fault of what is asked, while its certificate is away", async () => {
    const url = `${server.replace("127.0.0.1", "localhost")}?sslmode=verify-full&sslrootcert=${authority()}`
    const store = await openStore<{ one: { n: number } }>({ url, migrations: [], clock: systemClock, log: silentLog })
    whenOver(() => store.close())
    const ask = () => store.read(({ db }) => sql`SELECT 1`.execute(db)).then(() => "answered")
    expect(await ask()).toBe("answered")
    await set("ssl = off")
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'brasa'")
    const heard = new Set<string>()
    await soon(async () => expect(heard.add(await ask().catch(wordsOfRefusal))).toContain(WITHOUT_TLS))
    await set("ssl = on")
    await soon(async () => expect(await ask()).toBe("answered"))
    expect([...heard].filter((words) => words.startsWith("not told apart"))).toEqual([])
  })

  it("says so where the name is none of the certificate's, or the file is not there", async () => {
    const file = authority()
    expect(await fault(`?sslmode=verify-full&sslrootcert=${file}`, "[::ffff:127.0.0.1]")).toMatch(
      /; use a name in the address/,
    )
    expect(await fault(`?sslmode=verify-full&sslrootcert=${file}.gone`)).toMatch(
      /no such file or directory, open '.*gone'$/,
    )
  })
})

it("a server without TLS says so to who asks for it", async () => {
  const { url, stop } = await startPostgres()
  whenOver(stop)
  const opening = openStore({ url: `${url}?sslmode=verify-full`, migrations: [], clock: systemClock, log: silentLog })
  await expect(opening).rejects.toThrow("does not support SSL connections; give it a certificate, or leave sslmode out")
})

function wordsOfRefusal(error: unknown): string {
  return error instanceof StoreUnavailable ? error.message : `not told apart: ${error}`
}

async function letInByTlsAlone(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("SHOW data_directory")
  const directory = rows[0].data_directory as string
  const { uid, gid } = statSync(directory)
  const put = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 })
    chownSync(join(directory, name), uid, gid)
  }
  put("server.crt", LOOPBACK_CERTIFICATE)
  put("server.key", LOOPBACK_KEY)
  const hba = readFileSync(join(directory, "pg_hba.conf"), "utf8")
  put("pg_hba.conf", hba.replaceAll(/^host /gm, "hostssl "))
  await client.query("ALTER SYSTEM SET ssl = on")
  await client.query("SELECT pg_reload_conf()")
  return client
}
