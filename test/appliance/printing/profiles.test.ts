/** Printers as data: each profile is whole, and its code pages bear the numbers that an independent library knows for the model. */
import escpos from "escpos-buffer"
import { describe, expect, it } from "vitest"
import { findProfile, type PageName, PROFILES } from "../../../appliance/printing/index.ts"

/** Our names → theirs. */
const THEIR_NAME: Partial<Record<PageName, string>> = {
  windows1252: "cp1252",
  cp858: "cp858",
  cp850: "cp850",
  cp860: "cp860",
  cp437: "cp437",
}

const SELECT_PAGE = "\x1bt"

/** The number of a page in `ESC t`, as the other library has it for a model. */
function theirNumbers(model: string): Map<string, number> {
  const { codepages = [] } = escpos.Model.EXPAND(escpos.Model.FIND(model)) as unknown as {
    codepages?: { code: string; command: string }[]
  }
  const selected = codepages.filter(({ command }) => command.startsWith(SELECT_PAGE))
  return new Map(selected.map(({ code, command }) => [code, command.charCodeAt(SELECT_PAGE.length)]))
}

describe.each([
  ["epson-80", "TM-T20"],
  ["elgin-80", "I9"],
  ["bematech-80", "MP-4200 TH"],
  ["controlid-80", "PrintiD"],
])("%s", (id, model) => {
  it(`numbers the pages that both know as ${model} does`, () => {
    const theirs = theirNumbers(model)
    const shared = Object.entries(findProfile(id)?.pageNumbers ?? {}).flatMap(([page, number]) => {
      const known = theirs.get(THEIR_NAME[page as PageName] ?? "")
      return known === undefined ? [] : [{ page, number, known }]
    })
    expect(shared.length).toBeGreaterThan(0)
    for (const { page, number, known } of shared) expect([page, number]).toEqual([page, known])
  })
})

it.each(PROFILES.map((profile) => [profile.id, profile] as const))(
  "%s tries only pages that it can select",
  (_id, profile) => {
    expect(profile.pages.length).toBeGreaterThan(0)
    for (const page of profile.pages) expect(profile.pageNumbers[page]).toBeTypeOf("number")
  },
)
