/** The life of a fiscal document, every state against every trigger; its table is the one of the hub's page. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { finalStates, step, toMarkdown } from "../../../../protocol/machine.ts"
import { FISCAL_STATES, fiscalStateOf } from "../../../../protocol/rules/fiscal/fiscal-states.ts"

describe("fiscal document", () => {
  it("is final when cancelled, and may be sent again when rejected", () => {
    expect(finalStates(FISCAL_STATES)).toEqual(["cancelled"])
  })

  it.each([
    ["cancelling", "cancelled", "cancelled"],
    ["cancelling", "rejected", "rejected, still valid"],
    ["cancelling", "authorized", "cancelling"],
    ["authorized", "rejected", null],
    ["authorized", "fiscal_graphic", "authorized"],
    ["contingency", "authorized", "authorized"],
    ["processing", "fiscal_graphic", "fiscal_graphic"],
    ["rejected, still valid", "void requested", "cancelling"],
    ["rejected, still valid", "authorized", "rejected, still valid"],
    ["rejected, still valid", "denied", null],
    ["rejected", "authorized", "authorized"],
    ["rejected", "denied", "denied"],
    ["rejected", "rejected", "rejected"],
    ["denied", "authorized", "authorized"],
    ["denied", "rejected", "rejected"],
    ["rejected", "fiscal_graphic", null],
    ["rejected", "cancelled", null],
    ["rejected", "void requested", null],
    ["(none)", "void requested", null],
  ] as const)("%s, on %s: %s", (from, on, to) => {
    expect(step(FISCAL_STATES, from, on)).toBe(to)
  })

  it("has the state of its status, and another one after a refused void", () => {
    expect(fiscalStateOf(null)).toBe("(none)")
    expect(fiscalStateOf({ status: "authorized" })).toBe("authorized")
    expect(fiscalStateOf({ status: "rejected" })).toBe("rejected")
    expect(fiscalStateOf({ status: "rejected", stillValid: true })).toBe("rejected, still valid")
    expect(fiscalStateOf({ status: "awaiting_payment" })).toBe("(none)")
  })

  it("has the same state table in the README", () => {
    const readme = readFileSync(new URL("../../../../hub/fiscal/README.md", import.meta.url), "utf8")
    expect(readme).toContain(toMarkdown(FISCAL_STATES))
  })
})
