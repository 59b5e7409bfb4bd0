/** Words are found in the documentation whatever their case and accents; what has them in its title comes first. */
import { expect, it } from "vitest"
import { placesOf, searchDocs } from "../../../runtime/docs/search-docs.ts"

const places = placesOf(
  [
    {
      slug: "cash",
      title: "Counting drawers",
      markdown: "# Counting drawers\n\nAll that is in it.\n\n## Día a día\n\nThe float is [left out](x.md).",
    },
  ],
  {
    paths: {
      "/cash": { post: { operationId: "cash.close", tags: ["cash"], summary: "Counts.", description: "- The float." } },
    },
  },
)

it.each([
  ["FLOAT", ["/docs/cash#día-a-día", "/docs/reference#/cash/cash.close"]],
  ["dia left", ["/docs/cash#día-a-día"]],
  ["post cash", ["/docs/reference#/cash/cash.close"]],
  ["drawers", ["/docs/cash"]],
  ["float drawers", []],
  ["  ", []],
])("%s", (question, hrefs) => {
  expect(searchDocs(places, question).map(({ href }) => href)).toEqual(hrefs)
})

it("shows the words without their marks", () => {
  expect(searchDocs(places, "float")[0]).toMatchObject({ title: "Día a día", page: "Counting drawers" })
  expect(searchDocs(places, "float")[0]?.excerpt).toContain("The float is left out.")
})
