import { writeFileSync } from "node:fs"
import { sql } from "kysely"
import pg from "pg"
import { describe, expect, it } from "vitest"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { readPostgresAddress } from "../../../runtime/storage/postgres-address.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "../../kit/loopback-certificate.ts"
import { runProgram } from "../../kit/processes.ts"
import { soon } from "../../kit/soon.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { tempDir, tempFile, whenOver } from "../../kit/temp.ts"

const HOST = "postgres://brasa:secret@db.example/brasa"

describe("an address of PostgreSQL", () => {
  it.each([
    ["", ""],
    ["?sslmode=disable", "?sslmode=disable"],
    ["?sslmode=no-verify", "?sslmode=no-verify"],
    ["?sslmode=require", "?sslmode=verify-full"],
    [
      "?connect_timeout=3&sslmode=prefer&sslrootcert=/a.crt",
      "?connect_timeout=3&sslmode=verify-full&sslrootcert=/a.crt",
    ],
    ["?uselibpqcompat=true&sslmode=require", "?uselibpqcompat=true&sslmode=require"],
    ["?ssl=true", "?ssl=true"],
  ])("with %s is used with %s", (given, used) => {
    expect(readPostgresAddress(HOST + given)).toBe(HOST + used)
  })

  it("may name the folder of a socket", () => {
    for (const one of ["postgres:///brasa?host=/run/postgresql", "postgres://brasa:pw@/brasa?host=/run"])
      expect(readPostgresAddress(one)).toBe(one)
  })

  it.each([
    [
      `${HOST}?sslmode=full`,
      "sslmode must be one of disable, no-verify, allow, prefer, require, verify-ca, verify-full",
    ],
    [`${HOST}?ssl=yes`, "ssl has an unknown value: use sslmode=verify-full"],
    ["postgres://brasa:se#cret@db.example/brasa", "is not a valid URL; in a password"],
    ["mysql://brasa:secret@db.example/brasa", "must be postgres://…"],
  ])("%s is refused, without showing any of it", (given, why) => {
    expect(() => readPostgresAddress(given)).toThrow(why)
    expect(() => readPostgresAddress(given)).not.toThrow("cret")
  })
})

it("a hub explains in one line why it rejects PostgreSQL's certificate, and what to do", async () => {
  const { url, file } = await startWithTls()
  const start = (host: string, query: string) => {
    const at = Object.assign(new URL(url), { hostname: host, search: query }).href
    // It has all that it needs of PostgreSQL before it finds that its own address is none of this machine's.
    const flags = ["--database", at, "--data", tempDir(), "--host", "192.0.2.1", "--mqtt-port", "0", "--port", "0"]
    return runProgram(["hub", ...flags, "--log-level", "silent"])
  }
  const refused = (why: string) => ({ code: 2, err: `brasa hub: PostgreSQL cannot be used: ${why}\n` })
  const [unknown, named, strange] = await Promise.all([
    start("127.0.0.1", "sslmode=require"),
    start("127.0.0.2", `sslmode=verify-full&sslrootcert=${file}`),
    start("127.0.0.1", `sslmode=verify-full&sslrootcert=${file}`),
  ])
  expect(unknown).toMatchObject(
    refused(
      "self-signed certificate; its certificate is from an unknown authority: give the file of the authority's certificate, sslmode=verify-full&sslrootcert=FILE",
    ),
  )
  expect(named).toMatchObject(
    refused(
      "Hostname/IP does not match certificate's altnames: IP: 127.0.0.2 is not in the cert's list: 127.0.0.1; its certificate is for another name: use one of its names as the host, or give the server a certificate for this name",
    ),
  )
  expect(strange.err).toContain("this machine has no address 192.0.2.1")
})

it("while its certificate is missing PostgreSQL is unavailable, and no request is at fault", async () => {
  const { url, file } = await startWithTls()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  whenOver(() => admin.end())
  const store = await openStore({
    url: `${url}?sslmode=verify-full&sslrootcert=${file}`,
    migrations: [],
    clock: systemClock,
    log: silentLog,
  })
  whenOver(() => store.close())
  const ask = () => store.read(({ db }) => sql`SELECT 1`.execute(db)).then(() => "answered")
  const setSsl = async (to: "on" | "off") => {
    await admin.query(`ALTER SYSTEM SET ssl = ${to}`)
    await admin.query("SELECT pg_reload_conf()")
  }
  expect(await ask()).toBe("answered")
  await setSsl("off")
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'brasa'")
  const heard = new Set<string>()
  const told = (error: unknown) =>
    error instanceof StoreUnavailable ? error.message : `not told apart: ${(error as Error).message}`
  await soon(async () => expect([...heard.add(await ask().catch(told))].join()).toContain("does not support SSL"))
  await setSsl("on")
  await soon(async () => expect(await ask()).toBe("answered"))
  expect([...heard].filter((words) => words.startsWith("not told apart"))).toEqual([])
})

/** Its certificate is signed by itself and says 127.0.0.1; it listens on another address too. */
async function startWithTls() {
  const file = tempFile("authority.crt")
  writeFileSync(file, LOOPBACK_CERTIFICATE)
  const server = await startPostgres({ tls: { certificate: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY } })
  whenOver(() => server.stop())
  return { url: server.url, file }
}
