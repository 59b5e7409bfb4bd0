import { describe, expect, it } from "vitest"
import { declineCatalog } from "../../../../protocol/rules/payments/decline-catalog.ts"

const label = (en: string) => ({ en, es: `${en} (es)`, pt: `${en} (pt)` })
const reason = (code: string, group: string, displayOrder: number, active = true) => ({
  code,
  group,
  displayOrder,
  active,
  label: label(code),
})

describe("decline catalogue", () => {
  const { groups } = declineCatalog([
    reason("no_network", "technical", 1),
    reason("stolen", "card", 2),
    reason("expired", "card", 1),
    reason("blocked", "card", 1),
    reason("retired", "security", 1, false),
    reason("strange", "moods", 1),
  ])

  it("has the contract's groups in order, without empty ones", () => {
    expect(groups.map(({ code, displayOrder }) => [code, displayOrder])).toEqual([
      ["card", 2],
      ["technical", 4],
    ])
    for (const { label: words } of groups) expect(Object.keys(words).sort()).toEqual(["en", "es", "pt"])
  })

  it("has only active reasons, sorted by display order and code", () => {
    expect(groups[0]?.reasons.map(({ code }) => code)).toEqual(["blocked", "expired", "stolen"])
    expect(groups[1]?.reasons).toEqual([
      { code: "no_network", groupCode: "technical", label: label("no_network"), displayOrder: 1 },
    ])
  })

  it("shows the code when a box has no labels", () => {
    const [group] = declineCatalog([{ code: "expired", group: "card", active: true }]).groups
    expect(group?.reasons[0]?.label).toEqual({ en: "expired", es: "expired", pt: "expired" })
  })
})
