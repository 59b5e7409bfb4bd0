/** Words that were retired (docs/contributors/glossary.md) come back neither in file names, nor in exports, nor in headings. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { listFiles, ROOT, readSources } from "./sources.ts"

const RETIRED = new Set(
  (
    "told tell tells telling heard hear hears hearing beat beats deed deeds trail desk crew turns journey story attention " +
    "bridge twin twins weigh weighed judge judged judging gather gathering together parked parking poke pokes nudge nudges " +
    "nudging wakes care drill drills tongue tongues pen patience bell trouble misfortune strangers papers wish said say saying"
  ).split(" "),
)

/** Migrations keep the names under which databases know them; a changelog and a log of runs tell of their day. */
const HISTORY = /\/migrations\/|^CHANGELOG\.md$|^docs\/reliability|^test\/planted\//

const retiredIn = (words: readonly string[]) => words.filter((word) => RETIRED.has(word.toLowerCase()))
const wordsOf = (name: string) => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []

it("retired words are in no file name", () => {
  const names = listFiles().filter((path) => !HISTORY.test(path))
  expect(names.filter((path) => retiredIn(path.split(/[/._-]/)).length > 0)).toEqual([])
})

it("retired words are in no export", () => {
  const exported = /^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm
  const found = readSources()
    .filter(({ path }) => !HISTORY.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)].flatMap(([, name = ""]) =>
        retiredIn(wordsOf(name)).length > 0 ? [`${path}: ${name}`] : [],
      ),
    )
  expect(found).toEqual([])
})

it("retired words are in no heading", () => {
  const pages = listFiles().filter((path) => path.endsWith(".md") && !HISTORY.test(path))
  const found = pages.flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => /^#+ /.test(line) && retiredIn(line.split(/[^A-Za-z]+/)).length > 0)
      .map((line) => `${path}: ${line}`),
  )
  expect(found).toEqual([])
})
