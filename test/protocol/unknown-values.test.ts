/** Values of unknown JSON. */
import { expect, it } from "vitest"
import { textOf } from "../../protocol/unknown-values.ts"

it.each([
  ["a text", "Ana", "Ana"],
  ["an empty text", "", null],
  ["a number", 7, null],
  ["null", null, null],
  ["nothing", undefined, null],
])("textOf reads %s", (_what, value, expected) => expect(textOf(value)).toBe(expected))
