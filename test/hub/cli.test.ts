import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { lockDirectory } from "../../runtime/directory-lock.ts"
import { productRoot } from "../../runtime/root.ts"
import { onPostgres } from "../kit/databases.ts"
import { testTenants } from "../kit/hub.ts"
import { runProgram } from "../kit/processes.ts"
import { tempDir, tempFile } from "../kit/temp.ts"
import { runWatched } from "../kit/watched-process.ts"

function fileOf(text: string): string {
  const path = tempFile("tenants.json")
  writeFileSync(path, text)
  return path
}

/** The data directory of a hub that was provisioned once. */
async function begun(): Promise<string> {
  const data = tempDir()
  await runProgram(["hub", "provision", fileOf(testTenants()), "--data", data])
  return data
}

describe("brasa hub provision", () => {
  it("reports what it changed, and nothing when run again", async () => {
    const [file, data] = [fileOf(testTenants()), tempDir()]
    const first = await runProgram(["hub", "provision", file, "--data", data])
    expect([first.code, first.err]).toEqual([0, ""])
    expect(first.out).toContain("created store UIO-001\n")
    expect((await runProgram(["hub", "provision", file, "--data", data])).out).toBe("nothing to change\n")
  })

  it("reports a missing file", async () => {
    const words = [
      ["provision", "nothing.json"],
      ["updates", "publish", "nothing.json", "--url", "https://x.example/a"],
    ]
    const data = await begun()
    for (const one of words) {
      const { code, err } = await runProgram(["hub", ...one, "--data", data])
      expect([code, err]).toEqual([2, "brasa hub: there is no file nothing.json\n"])
    }
  })

  it("reports each fault of a file in one line, and changes nothing", async () => {
    const data = tempDir()
    const broken = testTenants()
      .replace('"America/Guayaquil"', '"Quito"')
      .replace('"storeCode":"UIO-001"', '"storeCode":"?"')
    const { code, err } = await runProgram(["hub", "provision", fileOf(broken), "--data", data])
    expect(code).toBe(2)
    expect(err.trim().split("\n").length).toBeGreaterThanOrEqual(2)
    expect(err).toContain('accounts.0.vendors.0.stores.0.timeZone: "Quito" is not a known time zone')
    const whole = await runProgram(["hub", "provision", fileOf(testTenants()), "--data", data])
    expect(whole.out).toContain("created account acme")
  })

  it("accepts a file with a byte order mark, and refuses another encoding", async () => {
    const data = tempDir()
    const marked = await runProgram(["hub", "provision", fileOf(`\uFEFF${testTenants()}`), "--data", data])
    expect([marked.code, marked.err]).toEqual([0, ""])
    const file = fileOf("")
    writeFileSync(file, Buffer.from(testTenants().replace('"name":"', '"name":"é'), "latin1"))
    const foreign = await runProgram(["hub", "provision", file, "--data", data])
    expect([foreign.code, foreign.err]).toEqual([2, `brasa hub: ${file}: is not UTF-8; save it in that encoding\n`])
  })

  it("refuses a key other than the one that sealed the secrets, in one line", async () => {
    const [file, data] = [fileOf(testTenants()), tempDir()]
    await runProgram(["hub", "provision", file, "--data", data])
    const other = await runProgram(["hub", "provision", file, "--data", data, "--secret-key", "0".repeat(64)])
    expect([other.code, other.err.trim().split("\n").length]).toEqual([2, 1])
    expect(other.err).toContain("BRASA_SECRET_KEY")
  })
})

it("a newer console command refuses to migrate a database while an older hub runs on it", async () => {
  const [file, data] = [fileOf(testTenants()), tempDir()]
  // As a running hub holds it. A file without any table is as far behind as can be.
  const hub = lockDirectory(data, "hub.db.lock")
  writeFileSync(join(data, "hub.db"), "")
  const refused = await runProgram(["hub", "provision", file, "--data", data])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("a hub of another version runs on")])
  expect(readFileSync(join(data, "hub.db"), "utf8")).toBe("")
  hub.release()
  expect((await runProgram(["hub", "provision", file, "--data", data])).code).toBe(0)
  const again = lockDirectory(data, "hub.db.lock")
  expect((await runProgram(["hub", "provision", file, "--data", data])).out).toBe("nothing to change\n")
  again.release()
})

it("a console command creates no hub where there is none", async () => {
  const data = join(tempDir(), "mistyped")
  for (const words of [["jobs"], ["person", "list"], ["webhooks"], ["fiscal"], ["claim", "ABCD1234", "--store", "s"]]) {
    const { code, err } = await runProgram(["hub", ...words, "--data", data])
    expect([code, err]).toEqual([2, expect.stringContaining(`${join(data, "hub.db")}: there is no hub's database`)])
  }
  expect(existsSync(data)).toBe(false)
})

describe("brasa hub create-key", () => {
  it("shows a new key once, and refuses unknown values", async () => {
    const [file, data] = [fileOf(testTenants()), tempDir()]
    await runProgram(["hub", "provision", file, "--data", data])
    const args = [
      "hub",
      "create-key",
      "--data",
      data,
      "--account",
      "acme",
      "--vendor",
      "acme.ec.quito",
      "--name",
      "till",
    ]
    const made = await runProgram([...args, "--scope", "orders:read", "--scope", "orders:write"])
    expect(made.out).toMatch(/^brasa_[\w-]{43} {3}\(shown once\)\n$/)
    const again = await runProgram([...args, "--scope", "orders:all"])
    expect([again.code, again.err]).toEqual([2, 'scopes: "orders:all" is no scope\n'])
    const idle = await runProgram([...args, "--name", "idle"])
    expect([idle.code, idle.out, idle.err]).toEqual([2, "", "brasa hub: --scope: is required\n"])
  })
})

describe("a hub that cannot start", () => {
  it.each([
    ["a database that does not answer", ["--database", "postgres://hub:s3cret@127.0.0.1:1/brasa"], "127.0.0.1:1"],
    [
      "a file that is no database",
      ["--database", `sqlite:${fileOf("no database, but a text that is long enough".repeat(50))}`],
      "not a database",
    ],
  ])("because of %s explains it in one line, without its password", async (_what, args, words) => {
    const { code, err } = await runProgram(["hub", "--data", tempDir(), "--port", "0", "--mqtt-port", "0", ...args])
    expect([code, err.trim().split("\n").length]).toEqual([2, 1])
    expect(err).toContain(words)
    expect(err).not.toContain("s3cret")
  })
})

describe("brasa hub jobs", () => {
  it("lists no job when none needs a person, and refuses an unknown id", async () => {
    const at = ["--data", await begun()]
    expect(await runProgram(["hub", "jobs", ...at])).toEqual({ code: 0, out: "no job asks for a person\n", err: "" })
    for (const words of [
      ["retry", "j1"],
      ["dismiss", "j1", "--note", "keyed in by hand"],
    ]) {
      expect(await runProgram(["hub", "jobs", ...words, ...at])).toEqual({
        code: 2,
        out: "",
        err: "There is no job j1.\n",
      })
    }
  })
})

describe("brasa hub fiscal", () => {
  it("lists no document when none needs a person, and refuses an unknown id", async () => {
    const at = ["--data", await begun()]
    expect(await runProgram(["hub", "fiscal", ...at])).toEqual({
      code: 0,
      out: "no document asks for a person\n",
      err: "",
    })
    expect(await runProgram(["hub", "fiscal", "settle", "f1", "--note", "done", ...at])).toEqual({
      code: 2,
      out: "",
      err: "No document f1 asks for a person.\n",
    })
  })
})

onPostgres((open) => {
  it("a console command creates no tables in a PostgreSQL database that is no hub's", async () => {
    const [url, data] = [await open.freshUrl(), tempDir()]
    const list = await runProgram(["hub", "person", "list", "--database", url, "--data", data])
    expect([list.code, list.err]).toEqual([
      2,
      expect.stringMatching(/^brasa hub: the PostgreSQL database has no hub's/),
    ])
    const at = ["--database", url, "--data", data]
    expect((await runProgram(["hub", "provision", fileOf(testTenants()), ...at])).code).toBe(0)
    expect((await runProgram(["hub", "person", "list", ...at])).code).toBe(0)
  })
})

describe("every hub command", () => {
  it.each([[[]], [["provision"]], [["create-key"]], [["claim"]], [["jobs"]], [["fiscal"]], [["move"]], [["archive"]]])(
    "%j answers --help",
    async (verb) => {
      const { code, out } = await runProgram(["hub", ...verb, "--help"])
      expect([code, out.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Usage: brasa hub/)])
    },
  )

  it.each([
    [["--port", "70000", "--log-level", "loud"], 2],
    [["--database", "mysql://x"], 1],
    [["provision"], 1],
    [["create-key"], 3],
    [["claim", "ABCD2345"], 1],
    [["jobs", "mend"], 1],
    [["jobs", "retry"], 1],
    [["jobs", "dismiss", "j1"], 1],
    [["move"], 1],
    [["archive"], 1],
    [["archive", "--check", "/nowhere.gz"], 1],
    [["move", "--from", "/nowhere.db", "--to", "postgres://hub@127.0.0.1:1/brasa"], 1],
    [["move", "--from", "package.json", "--to", "postgres://hub@127.0.0.1:1/brasa"], 1],
  ])("%j is refused with one line for each fault", async (args, lines) => {
    const { code, err } = await runProgram(["hub", ...args])
    expect([code, err.trim().split("\n").length]).toEqual([2, lines])
  })

  it.each([
    [["provison", "f.json"], "brasa hub: provison: is none of provision, create-key, claim,"],
    [
      ["move", "--from", "package.json", "--to", "postgres://hub@h/b"],
      "brasa hub: package.json is not a SQLite database",
    ],
    [
      ["move", "--from", "postgres://hub:secret@h/b", "--to", "postgres://hub@h/c"],
      "brasa hub: --from: must be a SQLite file:",
    ],
  ])("%j suggests the command that was meant", async (args, words) => {
    const { err } = await runProgram(["hub", ...args])
    expect(err.slice(0, words.length)).toBe(words)
    expect(err).not.toContain("secret")
  })

  it("ends without an error when its output is no longer read", async () => {
    const program = join(productRoot(), "dist", "brasa.js")
    const read = `"$0" "$1" hub person --help | true; exit "\${PIPESTATUS[0]}"`
    expect(await runWatched("bash", ["-c", read, process.execPath, program])).toMatchObject({ code: 0, err: "" })
  })
})
