import { expect, it } from "vitest"
import { aboutOf } from "../../ui/job-words.ts"

const about = (document: string, title: string) => aboutOf({ document, title }, (day) => `<${day}>`)

it("a print job names its order, station or day", () => {
  expect(about("receipt", "receipt K-017")).toBe("K-017")
  expect(about("kitchen_ticket", "kitchen_ticket K-017 grill")).toBe("K-017 grill")
  expect(about("day_close", "day_close 2026-11-23")).toBe("<2026-11-23>")
})

it("a print job names nothing if its title has only an id", () => {
  expect(about("receipt", "receipt 0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01")).toBeNull()
  expect(about("test_page", "test_page")).toBeNull()
  expect(about("drawer", "sale")).toBeNull()
})
