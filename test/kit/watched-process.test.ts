/** Output of processes is checked for secrets, however a line arrives, with exceptions that are listed. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { productRoot } from "../../runtime/root.ts"
import { knowPin, lookAt, printedSecrets } from "./printed-secrets.ts"
import { withoutShown } from "./shown-on-purpose.ts"
import { tempDir } from "./temp.ts"
import { lookAtLogFiles } from "./watched-files.ts"
import { allIsRead, runWatched, runWatchedNow, startWatched } from "./watched-process.ts"

const KEY = `brasa_${"Ab3-".repeat(10)}xyz`
/** As `brasa hub create-key` draws one. */
const KEY_SHOWN = `brasa_${"Ab3".repeat(14)}x`
const PRINTED_SECRETS = pathToFileURL(join(productRoot(), "test", "kit", "printed-secrets.ts")).href
const THERE = 'process.stdout.write("there\\n");'
const STAY = "setInterval(() => {}, 1_000)"
const PIN_LINE = "The PIN of Rosa Núñez is 482913 now; change it on the manager's page, Staff."

/** The words behind `node` for a program of one line. */
const script = (text: string, ...args: readonly string[]) => ["-e", text, ...args]

/** What was told, each with who said it. */
async function toldBy(text: string): Promise<string[]> {
  await runWatched(process.execPath, script(text))
  return printedSecrets()
}

describe("a process that prints a secret", () => {
  it.each(["stdout", "stderr"])("on %s is reported by name", async (output) => {
    const told = await toldBy(`process.${output}.write("before\\nkey ${KEY}\\nafter\\n")`)
    expect(told).toEqual([expect.stringMatching(`^node -e .* said on ${output}: key ${KEY}$`)])
  })

  it("is reported if the line comes in two pieces, and without an end", async () => {
    const [one, two] = [KEY.slice(0, 9), KEY.slice(9)]
    const told = await toldBy(`process.stdout.write("${one}"); setTimeout(() => process.stdout.write("${two}"), 200)`)
    expect(told).toEqual([expect.stringContaining(KEY)])
  })

  it("is reported after a kill, even if nobody read its output", async () => {
    const child = startWatched(process.execPath, script(`${THERE} process.stderr.write("${KEY}"); ${STAY}`))
    await new Promise((resolve) => child.stderr.once("data", resolve))
    child.kill("SIGKILL")
    await allIsRead()
    expect(printedSecrets()).toEqual([expect.stringContaining(KEY)])
  })

  it("is reported if nothing else happens until it ends", () => {
    const { out } = runWatchedNow(process.execPath, script(`console.log("${KEY}"); console.error("${KEY}")`))
    expect([out, printedSecrets()]).toEqual([
      `${KEY}\n`,
      [expect.stringContaining("said on stdout"), expect.stringContaining("said on stderr")],
    ])
  })

  it("is reported by its log file, even by a full one", () => {
    const directory = tempDir()
    mkdirSync(join(directory, "logs"))
    writeFileSync(join(directory, "logs", "box.log"), `{"msg":"ready"}\n{"key":"${KEY}"}\n`)
    writeFileSync(join(directory, "logs", "box.log.1"), KEY)
    writeFileSync(join(directory, "box.db"), KEY)
    lookAtLogFiles(directory)
    rmSync(directory, { recursive: true })
    expect(printedSecrets().sort()).toEqual([
      `the file logs/box.log.1: ${KEY}`,
      `the file logs/box.log: {"key":"${KEY}"}`,
    ])
  })

  it("fails the test when it ends, even if nobody asks", async () => {
    const text = `import { lookAt } from "${PRINTED_SECRETS}"; lookAt("${KEY}", "a hub said on stdout")`
    const words = ["--import", "tsx", "--input-type=module", ...script(text)]
    const { code, err } = await runWatched(process.execPath, words)
    expect([code, err]).toEqual([1, expect.stringContaining(`a hub said on stdout: ${KEY}`)])
    expect(printedSecrets()).toHaveLength(1)
  })
})

describe("a line", () => {
  knowPin("482913")
  knowPin("2222")

  it.each([
    '{"level":"info","body":{"a":{"b":{"c":{"pin":"9071"}}}}}',
    "nobody has the PIN 9071",
    '{"tried":"2222"}',
    String.raw`{"body":"{\"tried\":\"2222\"}"}`,
    "tried 482913 in vain",
    '{"deep":{"password":"anything"}}',
    "cannot reach postgres://hub:s3cret@127.0.0.1/brasa",
    `the key is ${"1".repeat(64)}`,
    "-----BEGIN PRIVATE KEY-----",
  ])("with a secret: %s", (line) => {
    lookAt(line)
    expect(printedSecrets()).toEqual([line])
  })

  it.each([
    '{"level":"info","body":{"pin":"***","password":"***"},"port":48291}',
    '{"pid":482913,"n":2222,"took":"2222 ms"}',
    '{"refused":"PIN_WRONG","status":1234}',
    "postgres://hub:***@127.0.0.1:5432/brasa",
  ])("without a secret: %s", (line) => {
    lookAt(line)
    expect(printedSecrets()).toEqual([])
  })
})

describe("a secret that is shown on purpose", () => {
  const brasa = (...words: string[]) => ["/usr/bin/node", "/house/dist/brasa.js", ...words]

  it("is allowed in that line of that command", () => {
    expect(withoutShown(brasa("hub", "create-key", "--name", "till"), `${KEY_SHOWN}   (shown once)`)).toBe("")
    const drawn = `webhook secret of endpoint erp of acme: whsec_${"Ab3".repeat(14)}x=   (shown once)`
    expect(withoutShown(brasa("hub", "provision", "acme.json", "--data", "/d"), drawn)).toBe("")
    expect(withoutShown(["chroot", "/root", "brasa", "appliance", "pin", "--data", "/d"], PIN_LINE)).toBe("")
    const page = ["bash", "-euo", "pipefail", "-c", "\ncurl -s $HUB/v1/auth/login\ncurl -s $HUB/other"]
    expect(withoutShown(page, `{"token":"eyJhb.eyJz.Ab-_","expiresIn":3600}{"key":"${KEY}"}`)).toBe(`{"key":"${KEY}"}`)
  })

  it("is not allowed in another line, or for another command", () => {
    const shown = `${KEY_SHOWN}   (shown once)`
    const untouched = (command: readonly string[], line: string) => expect(withoutShown(command, line)).toBe(line)
    for (const line of [KEY_SHOWN, `{"msg":"${shown}"}`, `made ${shown}`])
      untouched(brasa("hub", "create-key", "--name", "till"), line)
    untouched(brasa("hub", "provision", "acme.json"), `webhook secret of endpoint erp: of acme: ${KEY}`)
    untouched(brasa("hub", "--data", "create-key"), shown)
    untouched(["/usr/bin/node", "other.js", "hub", "create-key", "x"], shown)
  })

  it("is allowed on standard output only", async () => {
    const directory = tempDir()
    const program = join(directory, "brasa.mjs")
    const line = `${KEY_SHOWN}   (shown once)`
    writeFileSync(program, `console.log("${line}"); console.error("${line}")`)
    await runWatched(process.execPath, [program, "hub", "create-key", "--name", "till"])
    expect(printedSecrets()).toEqual([expect.stringContaining("said on stderr")])
  })
})
