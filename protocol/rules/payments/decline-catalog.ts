/** The decline catalogue as callers read it: active reasons by group, in the order of display (docs/contract/payments.md#decline-reasons). */
import type { DeclineCatalog, DeclineGroupCode, Label } from "../../shapes/decline-catalog.ts"
import type { DeclineReason } from "../../shapes/tender.ts"

/** In the order of display. The codes are the contract's, so their words are ours and not an account's. */
const GROUPS: Readonly<Record<DeclineGroupCode, Label>> = {
  funds: { en: "Funds", es: "Fondos", pt: "Saldo" },
  card: { en: "Card", es: "Tarjeta", pt: "Cartão" },
  security: { en: "Security", es: "Seguridad", pt: "Segurança" },
  technical: { en: "Technical", es: "Técnico", pt: "Técnico" },
  operational: { en: "Operational", es: "Operativo", pt: "Operacional" },
}

/** A group without an active reason is left out. */
export function declineCatalog(reasons: readonly DeclineReason[]): DeclineCatalog {
  const codes = Object.keys(GROUPS) as DeclineGroupCode[]
  const groups = codes.map((code, index) => ({
    code,
    label: GROUPS[code],
    displayOrder: index + 1,
    reasons: reasons
      .filter(({ group, active }) => active && group === code)
      .map((reason) => inCatalog(reason, code))
      .sort(byOrder),
  }))
  return { groups: groups.filter((group) => group.reasons.length > 0) }
}

type CatalogReason = DeclineCatalog["groups"][number]["reasons"][number]

/** A box whose configuration is older than labels shows the code itself. */
function inCatalog({ code, label, displayOrder = 0 }: DeclineReason, groupCode: DeclineGroupCode): CatalogReason {
  return { code, groupCode, label: label ?? { en: code, es: code, pt: code }, displayOrder }
}

function byOrder(a: CatalogReason, b: CatalogReason): number {
  return a.displayOrder - b.displayOrder || (a.code < b.code ? -1 : 1)
}
