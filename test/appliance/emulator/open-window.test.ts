/** The emulated printer's window: the paper as it comes out, and its faults as buttons. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Emulator, startEmulator } from "../../../appliance/emulator/index.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { launchBrowser } from "../../kit/browser.ts"
import { whenOver } from "../../kit/temp.ts"

let printer: Emulator
beforeAll(async () => {
  printer = await startEmulator({ tcp: 0, http: 0 })
})
afterAll(() => printer.stop())

/** What the window is told, until `test` finds what it looks for. */
async function watch() {
  const stopping = new AbortController()
  whenOver(() => stopping.abort())
  const answer = await fetch(`${printer.windowUrl}/events`, { signal: stopping.signal })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let heard = ""
  return async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(heard)) heard += new TextDecoder().decode((await reader.read()).value)
    heard = ""
  }
}

function act(body: string, type = "application/json"): Promise<Response> {
  return fetch(`${printer.windowUrl}/do`, { method: "POST", headers: { "content-type": type }, body })
}

function send(hex: string): void {
  openSocket(printer.port ?? 0).write(Buffer.from(hex, "hex"))
}

test("the window shows rows as they are printed, a receipt when it is cut, and the drawer when it opens", async () => {
  const sees = await watch()
  await sees(/event: state/)
  send("1b40484f4c410a")
  await sees(/event: strip\ndata: {"svg":"<svg.*HOLA/)
  send("1d5601 1b70003c78".replaceAll(" ", ""))
  await sees(/event: receipt\ndata: {"svg":"<svg.*HOLA.*[\s\S]*event: pulse/)
  const later = await watch()
  await later(/event: old\ndata: {"svg":"<svg.*HOLA/)
})

test.each([
  ["paper", () => printer.condition().paperOut],
  ["cover", () => printer.condition().coverOpen],
  ["power", () => !printer.isOn()],
] as const)("%s can be had and mended", async (trouble, is) => {
  const sees = await watch()
  expect((await act(`{"${trouble}":true}`)).status).toBe(204)
  expect(is()).toBe(true)
  await sees(new RegExp(`event: state\ndata: .*"${trouble}":true`))
  expect((await act(`{"${trouble}":false}`)).status).toBe(204)
  expect(is()).toBe(false)
})

test("the window refuses an unknown fault and a form of another page", async () => {
  for (const body of ["", "{}", '{"fire":true}', '{"paper":1}', "x".repeat(300)])
    expect((await act(body)).status).toBe(400)
  expect((await act('{"paper":true}', "text/plain")).status).toBe(415)
  expect(printer.condition().paperOut).toBe(false)
  expect((await fetch(`${printer.windowUrl}/secret`)).status).toBe(404)
})

test("the page and its script are complete in three languages", async () => {
  const [page, script] = await Promise.all(
    ["/", "/window.js"].map(async (path) => (await fetch(printer.windowUrl + path)).text()),
  )
  for (const word of ["Sin papel", "Sem papel", "Out of paper"]) expect(script).toContain(word)
  expect(page).toContain("Generic 80 mm · 48")
})

test("in a browser with the page's headers, the buttons cause faults and paper is shown", async () => {
  const browser = await launchBrowser()
  whenOver(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(`${printer.windowUrl}/?lang=en`)
  await page.getByRole("button", { name: "Out of paper" }).click()
  await page.getByRole("button", { name: "Out of paper", pressed: true }).waitFor()
  expect(printer.condition().paperOut).toBe(true)
  await page.getByRole("button", { name: "Out of paper" }).click()
  await page.getByRole("button", { name: "Out of paper", pressed: false }).waitFor()
  send("1b40484f4c410a1d5601")
  await page.locator("#tray img").first().waitFor()
  expect(
    await page
      .locator("#tray img")
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})
