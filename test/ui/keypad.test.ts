import { expect, it } from "vitest"
import { pressKey } from "../../ui/keypad.tsx"

const press = (keys: string, decimals: number) =>
  keys.split(" ").reduce((text, key) => pressKey(text, key, decimals), "")

it.each([
  ["1 2 , 5 0", 2, "12,50"],
  ["1 2 . 5 0", 2, "12.50"],
  ["1 2 , 5 0 9", 2, "12,50"], // no tenths of a cent
  [", 5", 2, "0,5"],
  ["1 , ,", 2, "1,"],
  ["0 7", 2, "7"],
  ["00 5", 0, "5"],
  ["5 00 00", 0, "50000"],
  ["5 ,", 0, "5"],
  ["1 2 erase", 2, "1"],
  ["erase", 2, ""],
  ["9 9 9 9 9 9 9 9 9 9 9 9 9 9", 2, "999999999999"],
])("%s with %i decimals writes %j", (keys, decimals, text) => expect(press(keys, decimals)).toBe(text))
