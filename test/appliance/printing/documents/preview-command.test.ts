/** `brasa printer preview` and `pictures`, as somebody who edits a template types them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PNG } from "pngjs"
import { expect, it } from "vitest"
import { seeds } from "../../../../protocol/print/seed-templates.ts"
import { PAPER_DOCUMENTS } from "../../../../protocol/shapes/print-job.ts"
import { runProgram } from "../../../kit/processes.ts"
import { tempDir } from "../../../kit/temp.ts"

const preview = (...words: string[]) => runProgram(["printer", "preview", ...words])

it("shows a seed as text, and an edited template as a picture at its width", async () => {
  const folder = tempDir()
  const ticket = await preview("kitchen_ticket", "--width", "32")
  expect(ticket.out).toContain("2 Hamburguesa clásica con papas\n")
  const [file, out] = [join(folder, "mine.json"), join(folder, "mine.png")]
  writeFileSync(file, JSON.stringify({ ...seeds.receipt, version: 2, blocks: [{ t: "text", s: "Hola {buyer.name}" }] }))
  expect((await preview(file)).out).toBe("Hola Íñigo Núñez\n")
  expect((await preview(file, "--out", out)).code).toBe(0)
  expect(PNG.sync.read(readFileSync(out)).width).toBeGreaterThan(400)
})

it("lists each fault of a file, and refuses a template that does not fit its data", async () => {
  const file = join(tempDir(), "mine.json")
  writeFileSync(file, JSON.stringify({ ...seeds.receipt, blocks: [{ t: "shout" }, { t: "feed", n: 0 }] }))
  const faults = await preview(file)
  expect([faults.code, faults.err.trim().split("\n").length]).toEqual([2, 2])
  writeFileSync(file, JSON.stringify({ ...seeds.receipt, blocks: [{ t: "text", s: "{buyer.name|money}" }] }))
  expect((await preview(file)).err).toContain("does not fit its data")
  expect((await preview("nothing.json")).code).toBe(2)
})

it("refuses an unknown time zone or picture path in one line", async () => {
  const nowhere = join(tempDir(), "missing", "mine.png")
  const clock = await preview("receipt", "--time-zone", "Quito")
  expect([clock.code, clock.err]).toEqual([2, 'brasa printer: --time-zone: "Quito" is not a known time zone\n'])
  const place = await preview("receipt", "--out", nowhere)
  expect([place.code, place.err.trim().split("\n").length]).toEqual([2, 1])
  expect(place.err).toContain("brasa printer: the file cannot be opened (ENOENT")
  const folder = await runProgram(["printer", "pictures", "/proc/x"])
  expect([folder.code, folder.err]).toEqual([
    2,
    expect.stringContaining("brasa printer: the folder cannot be made (ENOENT"),
  ])
})

it("draws every document at three widths", async () => {
  const folder = tempDir()
  expect((await runProgram(["printer", "pictures", folder])).code).toBe(0)
  expect(readdirSync(folder)).toHaveLength(PAPER_DOCUMENTS.length * 3)
})
