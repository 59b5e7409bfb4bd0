/** A fault's path leads to the line that it stands on. */
import { describe, expect, it } from "vitest"
import { lineAt, lineOfPath } from "../../../../protocol/rules/requests/json-lines.ts"

const TEXT = `{
  "accounts": [
    { "id": "a", "note": "a } and a \\" and a ," },
    {
      "id": "b",
      "list": [1, [2],
        {"x": null}]
    }
  ]
}`

describe("line of a path", () => {
  it.each([
    ["", 1],
    ["accounts", 2],
    ["accounts.0.id", 3],
    ["accounts.1", 4],
    ["accounts.1.id", 5],
    ["accounts.1.list.0", 6],
    ["accounts.1.list.2.x", 7],
    ["accounts.1.missing", 4],
    ["accounts.7", 2],
    ["accounts.0.id.deeper", 3],
  ])("%s is on line %i", (path, line) => {
    expect(lineOfPath(TEXT, path)).toBe(line)
  })

  it("counts from 1", () => {
    expect([lineAt("a\nb", 0), lineAt("a\nb", 2)]).toEqual([1, 2])
  })
})
