import { expect, it } from "vitest"
import { minutesAndSeconds } from "../../ui/figures.tsx"

it("a time span is shown in minutes and seconds, also after an hour", () => {
  expect([0, 247, 4_000].map(minutesAndSeconds)).toEqual(["0:00", "4:07", "66:40"])
})
