import { describe, expect, it } from "vitest"
import { findUnavailable, type MenuPart, type Selection } from "../../../../protocol/rules/catalog/menu-gaps.ts"

const part = (id: string, groups: string[] = [], isOff = false): MenuPart => ({ id, isOff, groups })
const choice = (
  id: string,
  minOptions: number,
  options: string[],
  type: Selection["type"] = "CHECKBOX",
): Selection => ({
  ...{ id, type, minOptions, maxOptions: 9, options },
})
const off = (id: string, groups: string[] = []) => part(id, groups, true)

/** A combo with a side that is made of one of two. */
const COMBO = [part("combo", ["gc"]), part("side", ["g1"])]
const COMBO_CHOICES = [choice("gc", 1, ["side"]), choice("g1", 1, ["m1", "m2"])]

describe("what of a menu cannot be made", () => {
  it.each<[string, MenuPart[], Selection[], string[]]>([
    ["nothing, while nothing is out", [...COMBO, part("m1"), part("m2")], COMBO_CHOICES, []],
    ["what is out", [...COMBO, off("m1"), part("m2")], COMBO_CHOICES, ["m1"]],
    [
      "what has no choice left, two deep",
      [...COMBO, off("m1"), off("m2")],
      COMBO_CHOICES,
      ["m1", "m2", "side", "combo"],
    ],
    ["not what may be left out", [part("a", ["g"]), off("m")], [choice("g", 0, ["m"])], ["m"]],
    [
      "what needs two of which one is there",
      [part("a", ["g"]), off("m"), part("n")],
      [choice("g", 2, ["m", "n"])],
      ["m", "a"],
    ],
    ["what needs two and is offered one twice", [part("a", ["g"]), part("m")], [choice("g", 2, ["m", "m"])], ["a"]],
    [
      "not a radio that names more than the one it takes",
      [part("a", ["g"]), part("m")],
      [choice("g", 2, ["m"], "RADIO")],
      [],
    ],
    ["what needs something that the menu lacks", [part("a", ["g"])], [choice("g", 1, ["gone"])], ["a"]],
    ["not what names a group that is none", [part("a", ["none"])], [], []],
  ])("is %s", (_what, parts, choices, gone) => {
    expect([...findUnavailable(parts, choices)].sort()).toEqual([...gone].sort())
  })

  it("is not a circle by itself, but a circle of which one is out", () => {
    const choices = [choice("ga", 1, ["b"]), choice("gb", 1, ["a"]), choice("self", 1, ["c"])]
    const circle = [part("a", ["ga"]), part("b", ["gb"]), part("c", ["self"])]
    expect([...findUnavailable(circle, choices)]).toEqual([])
    expect([...findUnavailable([off("a", ["ga"]), ...circle.slice(1)], choices)].sort()).toEqual(["a", "b"])
  })

  it("is found in one walk, however deep and wide", () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => n)
    const chain = ids.map((n) => part(`p${n}`, [`g${n}`]))
    const links = ids.map((n) => choice(`g${n}`, 1, [`p${n + 1}`]))
    expect(findUnavailable([...chain, off("p20000")], links).size).toBe(20_001)
    const askers = ids.map((n) => part(`a${n}`, ["wide"]))
    const options = ids.map((n) => off(`o${n}`))
    const wide = choice(
      "wide",
      10_000,
      options.map(({ id }) => id),
    )
    expect(findUnavailable([...askers, ...options], [wide]).size).toBe(40_000)
  })
})
