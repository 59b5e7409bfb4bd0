/** The changelog stays a page that is read in minutes: known headings, one line per change, the kind of each new line first. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ROOT } from "./sources.ts"

const WORDS_MAX = 4_000
const HEADING = /^(# Changelog|## Unreleased|## \d+\.\d+\.\d+|### (Added|Changed|Fixed)|#### .+)$/
const NEW_LINE = /^- (Added|Changed|Fixed): /

const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")
const unreleased = text
  .slice(text.indexOf("## Unreleased"), text.search(/^## \d/m))
  .split("\n")
  .slice(1)

it("the changelog has only the headings of versions and of kinds of change", () => {
  expect(text.split("\n").filter((line) => line.startsWith("#") && !HEADING.test(line))).toEqual([])
})

it("the changelog names the kind of each unreleased change, in one line each", () => {
  expect(unreleased.filter((line) => line !== "" && !NEW_LINE.test(line))).toEqual([])
})

it("the changelog stays short enough to be read", () => {
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(WORDS_MAX)
})
