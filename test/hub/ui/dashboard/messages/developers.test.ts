import { expect, it } from "vitest"
import { DEVELOPERS } from "../../../../../hub/ui/dashboard/messages/developers.ts"

it("has a word for each part of a menu", () => {
  const parts = Object.keys(DEVELOPERS).filter((key) => key.startsWith("menus.entity."))
  expect(parts).toEqual(["menus.entity.menu", "menus.entity.products", "menus.entity.stores"])
})
