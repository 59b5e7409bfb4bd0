/** The search among the printer models. */
import { expect, it } from "vitest"
import { findModels } from "../../../../appliance/printing/discovery/models-command.ts"

it("finds the models of a brand", () => {
  const ids = findModels(["daruma"]).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(["daruma-80", "daruma-dr700", "daruma-ds348"]))
  expect(ids.every((id) => id.startsWith("daruma"))).toBe(true)
})

it("finds a model by parts of its name in any order and case", () => {
  expect(findModels(["4200", "BEMATECH"]).map(({ id }) => id)).toContain("bematech-mp-4200-th")
  expect(findModels(["laserjet"])).toEqual([])
})
