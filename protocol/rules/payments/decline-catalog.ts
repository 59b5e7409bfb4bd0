/** The decline catalogue of the API: active reasons by group, in display order (docs/contract/payments.md#decline-reasons). */
import type { DeclineCatalog, DeclineGroupCode, Label } from "../../shapes/decline-catalog.ts"
import type { DeclineReason } from "../../shapes/tender.ts"

/** In display order. The contract fixes the groups, so accounts cannot change their labels. */
const GROUPS: Readonly<Record<DeclineGroupCode, Label>> = {
  funds: { en: "Funds", es: "Fondos", pt: "Saldo" },
  card: { en: "Card", es: "Tarjeta", pt: "Cartão" },
  security: { en: "Security", es: "Seguridad", pt: "Segurança" },
  technical: { en: "Technical", es: "Técnico", pt: "Técnico" },
  operational: { en: "Operational", es: "Operativo", pt: "Operacional" },
}

/** Leaves out groups without an active reason. */
export function declineCatalog(reasons: readonly DeclineReason[]): DeclineCatalog {
  const codes = Object.keys(GROUPS) as DeclineGroupCode[]
  const groups = codes.map((code, index) => ({
    code,
    label: GROUPS[code],
    displayOrder: index + 1,
    reasons: reasons
      .filter(({ group, active }) => active && group === code)
      .map((reason) => toCatalogReason(reason, code))
      .sort(compareDisplayOrder),
  }))
  return { groups: groups.filter((group) => group.reasons.length > 0) }
}

type CatalogReason = DeclineCatalog["groups"][number]["reasons"][number]

/** A box with an older configuration has no labels and shows the code. */
function toCatalogReason({ code, label, displayOrder = 0 }: DeclineReason, groupCode: DeclineGroupCode): CatalogReason {
  return { code, groupCode, label: label ?? { en: code, es: code, pt: code }, displayOrder }
}

function compareDisplayOrder(a: CatalogReason, b: CatalogReason): number {
  return a.displayOrder - b.displayOrder || (a.code < b.code ? -1 : 1)
}
