/** Plain Chromium as a kiosk: the command line that is shipped waits for the box, then shows its page. */
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { describe, expect, it } from "vitest"
import { APPLIANCE_COMMAND } from "../../appliance/config.ts"
import { startAppliance } from "../../appliance/main.ts"
import { readFlags } from "../../runtime/flags.ts"
import { silentLog } from "../../runtime/log.ts"
import { productRoot } from "../../runtime/root.ts"
import { freePorts } from "../kit/ports.ts"
import { tempDir, tempFile, whenOver } from "../kit/temp.ts"
import { mustRunNow, runWatchedNow, startWatched } from "../kit/watched-process.ts"

const SCRIPT = join(productRoot(), "installer", "kiosk", "brasa-kiosk-chromium")
/** What a machine without a display, and a test that looks in, need besides. */
const NO_DISPLAY = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]

/** A page that does not come is asked for again after a quarter of a minute. */
const COMES_MS = 60_000

describe("brasa-kiosk-chromium", () => {
  it("waits on the offline page in the store's language, and opens the page when the box starts", async () => {
    const [port = 0, debugPort] = await freePorts(2)
    const env = { BRASA_KIOSK_BOX: `http://127.0.0.1:${port}`, BRASA_KIOSK_PAGE: "/pos", BRASA_KIOSK_LANGUAGE: "pt" }
    const page = await openKiosk(env, debugPort as number)
    await page.getByRole("heading", { name: "Quase pronto" }).waitFor()
    expect(await page.getByText("Esta tela continua sozinha").isVisible()).toBe(true)
    expect(await page.getByText(`127.0.0.1:${port}`).isVisible()).toBe(true)
    await startBox(port)
    await page.waitForURL(`http://127.0.0.1:${port}/pos`, { timeout: COMES_MS })
    await page.locator("#root button").first().waitFor()
  })

  it("reads settings from its file without running it, and the environment overrides them", () => {
    const file = tempFile("kiosk.env")
    writeFileSync(
      file,
      `# kitchen\nBRASA_KIOSK_PAGE="/kds?station=grill&x=1"\nBRASA_KIOSK_BOX=http://10.0.0.2:8090\nPATH=/nowhere\nBRASA_KIOSK_A;touch ${file}.run=1\n`,
    )
    const env = {
      ...process.env,
      BRASA_KIOSK_ENV: file,
      BRASA_KIOSK_BOX: "http://10.0.0.9:8090",
      HOME: "/home/kitchen",
    }
    const words = mustRunNow(SCRIPT, ["--print"], { env }).split("\n")
    const app = words.find((word) => word.startsWith("--app="))?.slice("--app=".length) ?? ""
    const { searchParams } = new URL(app)
    expect(Object.fromEntries(searchParams)).toEqual({
      box: "http://10.0.0.9:8090",
      page: "/kds?station=grill&x=1",
      lang: "es",
    })
    expect(words).toContain("--kiosk")
    expect(words).toContain("--user-data-dir=/home/kitchen/.local/share/brasa-kiosk")
    expect(existsSync(`${file}.run`)).toBe(false)
  })

  it.each([
    [{ BRASA_KIOSK_BOX: "box:8090" }, "BRASA_KIOSK_BOX must be"],
    [{ BRASA_KIOSK_PAGE: "pos" }, "BRASA_KIOSK_PAGE must begin"],
  ])("refuses %o", (env, fault) => {
    const { code, err } = runWatchedNow(SCRIPT, ["--print"], { env: { ...process.env, ...env } })
    expect(code).toBe(2)
    expect(err).toContain(fault)
  })
})

/** Exactly the command line that is shipped, and what a machine without a display needs. */
async function openKiosk(env: Record<string, string>, debugPort: number) {
  const profile = join(tempDir(), "profile")
  const child = startWatched(SCRIPT, [], {
    detached: true,
    env: {
      ...process.env,
      BRASA_CHROMIUM: process.env.BRASA_CHROMIUM ?? "/usr/bin/chromium",
      BRASA_KIOSK_ENV: "/dev/null",
      BRASA_KIOSK_PROFILE: profile,
      BRASA_CHROMIUM_EXTRA: [...NO_DISPLAY, `--remote-debugging-port=${debugPort}`].join(" "),
      ...env,
    },
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  // All of its processes at once: one that outlives the others goes on writing into the profile.
  const kill = () =>
    child.exitCode === null && child.signalCode === null && process.kill(-(child.pid as number), "SIGKILL")
  process.once("exit", kill)
  whenOver(async () => {
    process.removeListener("exit", kill)
    kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  const address = `http://127.0.0.1:${debugPort}`
  const answers = () =>
    fetch(`${address}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 20_000 }).toBe(true)
  const browser = await chromium.connectOverCDP(address)
  whenOver(() => browser.close())
  const [context] = browser.contexts()
  const [page] = context?.pages() ?? []
  if (!page) throw new Error("the kiosk shows no page")
  return page
}

/** A box that knows no store yet: its page is served all the same. */
async function startBox(port: number) {
  const flags = ["--host=127.0.0.1", `--port=${port}`, "--mqtt-port=0", `--data=${tempDir()}`, "--log-level=silent"]
  const { settings } = readFlags(APPLIANCE_COMMAND, flags, {})
  const box = await startAppliance(settings, { log: silentLog })
  whenOver(() => box.stop())
}
