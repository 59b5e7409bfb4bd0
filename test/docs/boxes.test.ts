/** What the pages on first boot and on replacing a box tell to type is typed here: with a hub, a box and directories of the test's own. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { productRoot } from "../../runtime/root.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { freePorts } from "../kit/ports.ts"
import { runProgram, startProgram } from "../kit/processes.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const STORY_MS = 60_000
const WRITTEN = {
  hub: "https://hub.example",
  data: "/var/lib/brasa/box",
  first: "http://192.168.1.20:8090",
  code: "ABCD-2345",
}

/** The words after `brasa` of each command of a page, in its order, with what stands there replaced. */
function commandsOf(page: string, ours: Partial<typeof WRITTEN>): string[][] {
  const text = readFileSync(join(productRoot(), "docs/operators", page), "utf8")
  const lines = [...text.matchAll(/npx brasa ([^\n`]+)/g)].map(([, words = ""]) => words)
  const said = (line: string) =>
    Object.entries(ours).reduce((now, [name, own]) => now.replaceAll(WRITTEN[name as keyof typeof WRITTEN], own), line)
  return lines.map((line) => said(line).trim().split(" "))
}

onSqlite((database) => {
  let hub: TestHub
  let box: TestBox

  beforeAll(async () => {
    hub = await openTestHub(database)
    box = await openTestBox(hub)
  }, STORY_MS)

  it("the page on the first boot is true: the console checks the network", {
    timeout: STORY_MS,
  }, async () => {
    const [look = [], ...more] = commandsOf("first-boot.md", { hub: hub.hub.url })
    expect(more).toEqual([])
    const { out } = await runProgram(look)
    for (const line of ["Store network", "Name service", "Hub", "Clock"]) expect(out).toContain(line)
    expect(out).toContain(hub.hub.url)
  })

  it("the page on replacing is true: a code, a standby, and its promotion", {
    timeout: STORY_MS,
  }, async () => {
    const data = tempDir()
    const [code = [], ...none] = commandsOf("replace.md", { data: box.data }).filter(
      ([, verb]) => verb === "standby-code",
    )
    expect(none).toEqual([])
    const shown = /Standby code (\S+):/.exec((await runProgram(code)).out)?.[1] ?? "none was shown"
    const ours = { data, hub: hub.hub.url, first: box.box.url, code: shown }
    const [stand = [], promote = []] = commandsOf("replace.md", ours).filter(([, verb]) => verb !== "standby-code")
    expect([stand[1], promote[1]]).toEqual(["--standby-of", "promote"])
    const [port, mqttPort] = await freePorts(2)
    const standby = startProgram([...stand, "--host", "127.0.0.1", "--port", `${port}`, "--mqtt-port", `${mqttPort}`])
    whenOver(() => standby.kill())
    await standby.says(/Standby of Acme Amazonas/)
    await followed(`http://127.0.0.1:${port}/api/standby`)
    expect((await runProgram(promote)).out).toContain("This is the store's box now.")
    await standby.says(/the box is up/)
    const page = await fetch(`${box.box.url}/api/lan/v1/setup`)
    expect(page.headers.get("x-brasa-replaced")).toBe("true")
    expect(await runProgram(promote)).toMatchObject({
      code: 2,
      err: expect.stringContaining("is the store's box already"),
    })
    expect(await runProgram(code)).toMatchObject({ code: 2, err: expect.stringContaining("run this command there") })
  })
})

async function followed(url: string): Promise<void> {
  for (;;) {
    const { is } = (await (await fetch(url)).json()) as { is: string }
    if (is === "following") return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
