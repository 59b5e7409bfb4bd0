/** `brasa hub template`, as an operator types it. */
import { writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { seeds } from "../../../protocol/print/seed-templates.ts"
import { testTenants } from "../../kit/hub.ts"
import { runProgram } from "../../kit/processes.ts"
import { tempDir, tempFile } from "../../kit/temp.ts"

function fileOf(content: unknown): string {
  const path = tempFile("file.json")
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
  return path
}

it("stores, lists and returns a version; faults change nothing and are reported in one line each", async () => {
  const data = tempDir()
  const template = (...words: string[]) =>
    runProgram(["hub", "template", ...words, "--account", "acme", "--data", data])
  await runProgram(["hub", "provision", fileOf(testTenants()), "--data", data])
  const nowhere = await runProgram(["hub", "template", "list", "--account", "nowhere", "--data", data])
  expect(nowhere.err).toBe("There is no account nowhere.\n")
  expect((await template("list")).out).toBe("no templates: papers are printed by the seeds\n")
  const mine = { ...seeds.receipt, version: 2 }
  const put = await template("put", fileOf(mine), "--country", "EC")
  expect([put.code, put.out]).toEqual([0, "receipt version 2 is what receipt is printed by\n"])
  expect((await template("list")).out).toMatch(/^receipt {2}version 2 {2}receipt {2}EC {2}\d/)
  expect(JSON.parse((await template("show", "receipt")).out)).toEqual(mine)
  const wrong = await template("put", fileOf({ ...mine, version: 3, blocks: [{ t: "text" }, { t: "shout" }] }))
  expect(wrong.code).toBe(2)
  expect(wrong.err.trim().split("\n")).toHaveLength(2)
  expect((await template("show", "nothing")).code).toBe(2)
})
