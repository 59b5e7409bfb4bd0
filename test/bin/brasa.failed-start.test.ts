/** A start that cannot be: whoever started the program is told why in a line, and it ends, so that what runs it can start it again. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../kit/ports.ts"
import { runProgram, startProgram } from "../kit/processes.ts"
import { tempDir, tempFile } from "../kit/temp.ts"

const HOST = "127.0.0.1"
const other = createServer()
let taken = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, HOST, resolve))
  taken = String(Object(other.address()).port)
})

afterAll(() => void other.close())

const OWN = ["--port", "--mqtt-port"]
const DEMO = [...OWN, "--box-port", "--box-mqtt-port", "--payments-port", "--printer-port", "--printer-window-port"]

describe.each([
  ["hub", OWN],
  ["appliance", OWN],
  ["demo", DEMO],
])("brasa %s", (machine, doors) => {
  it.each(doors)("with %s in use reports it and ends", async (door) => {
    const free = await freePorts(doors.length)
    const ports = { ...Object.fromEntries(doors.map((one, n) => [one, `${free[n]}`])), [door]: taken }
    const { code, err } = await start(machine, { ...ports, "--data": tempDir() })
    expect({ code, err }).toEqual({
      code: 2,
      err: `brasa ${machine}: port ${taken} is in use by another program; stop that one or choose another port (see --help)\n`,
    })
  })
})

/** What a claimed box leaves, on either side. */
const SEALED: Readonly<Record<string, string>> = {
  hub: "PRAGMA foreign_keys = OFF; INSERT INTO box_key (store_id, sealed) VALUES ('a-store', 'sealed')",
  appliance: "INSERT INTO meta (key, value) VALUES ('hub_credential', 'sealed')",
}

describe.each(["hub", "appliance"])("brasa %s", (machine) => {
  const ports = { "--port": "0", "--mqtt-port": "0" }

  it("with an address that is not this machine's reports it and ends", async () => {
    // Of the addresses that are kept for documentation.
    const { code, err } = await start(machine, { ...ports, "--host": "203.0.113.9", "--data": tempDir() })
    expect(code).toBe(2)
    expect(err).toContain(`brasa ${machine}: this machine has no address 203.0.113.9; choose another --host`)
  })

  it("with a database that cannot be opened reports it and ends", async () => {
    const data = tempDir()
    // A folder stands where its file would.
    mkdirSync(join(data, machine === "hub" ? "hub.db" : "box.db"))
    const { code, err } = await start(machine, { ...ports, "--data": data })
    expect({ code, err }).toEqual({
      code: 2,
      err: `brasa ${machine}: the disk cannot be written (unable to open database file): it is full, read-only, broken, or belongs to another user\n`,
    })
  })

  it("with data that another process uses reports it, ends and changes nothing", async () => {
    const data = tempDir()
    const first = startProgram([machine, ...Object.entries({ ...ports, "--data": data }).flat()])
    await first.says(/is up"/)
    const { code, err } = await start(machine, { ...ports, "--data": data })
    expect({ code, err }).toEqual({
      code: 2,
      err: `brasa ${machine}: another process works on ${data} already; stop that one, or choose another directory (see --help)\n`,
    })
    expect(await first.stop("SIGTERM")).toBe(0)
  })

  it("with a database that another program locks reports it and ends", async () => {
    const data = tempDir()
    const other = new Sqlite(join(data, machine === "hub" ? "hub.db" : "box.db"))
    try {
      other.exec("CREATE TABLE kept (id INTEGER); BEGIN EXCLUSIVE")
      const { code, err } = await start(machine, { ...ports, "--data": data })
      expect({ code, err }).toEqual({
        code: 2,
        err: `brasa ${machine}: another program has locked the database, such as a backup or brasa hub move; try again when it has ended\n`,
      })
    } finally {
      other.close()
    }
  })

  it("without its secret key reports it, ends and makes no new one", async () => {
    const data = tempDir()
    const first = startProgram([machine, ...Object.entries({ ...ports, "--data": data }).flat()])
    await first.says(/is up"/)
    await first.stop("SIGTERM")
    const database = new Sqlite(join(data, machine === "hub" ? "hub.db" : "box.db"))
    database.exec(SEALED[machine] ?? "")
    database.close()
    rmSync(join(data, "secret.key"))
    const { code, err } = await start(machine, { ...ports, "--data": data })
    expect(code).toBe(2)
    expect(err).toContain(
      `brasa ${machine}: ${join(data, "secret.key")} is missing, and the database has values that are encrypted with it`,
    )
    expect(readdirSync(data)).not.toContain("secret.key")
  })

  it("with a folder that cannot be made reports it and ends", async () => {
    const file = tempFile("a-file")
    writeFileSync(file, "")
    const { code, err } = await start(machine, { ...ports, "--data": join(file, "data") })
    expect(code).toBe(2)
    expect(err).toMatch(/^brasa \w+: the folder cannot be made \(.+\); choose another one \(see --help\)\n$/)
  })
})

it("a hub that PostgreSQL refuses reports it and ends", async () => {
  const url = Object.assign(new URL(inject("postgresUrl")), { password: "another" }).href
  const { code, err } = await start("hub", { "--database": url, "--data": tempDir() })
  expect({ code, err }).toEqual({
    code: 2,
    err: 'brasa hub: PostgreSQL cannot be used: password authentication failed for user "brasa"\n',
  })
})

function start(machine: string, flags: Readonly<Record<string, string>>) {
  return runProgram([machine, ...Object.entries(flags).flat()])
}
