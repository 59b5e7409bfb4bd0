/** The catalogue of reasons why a tender was declined (docs/contract/payments.md#decline-reasons). */
import Type, { type Static } from "typebox"
import { oneOf } from "./scalars.ts"

export const DeclineGroupCode = oneOf("funds", "card", "security", "technical", "operational")
export type DeclineGroupCode = Static<typeof DeclineGroupCode>

/** A text in English, Spanish and Portuguese. */
export const Label = Type.Object({ en: Type.String(), es: Type.String(), pt: Type.String() })
export type Label = Static<typeof Label>

const CatalogReason = Type.Object({
  code: Type.String(),
  groupCode: DeclineGroupCode,
  label: Label,
  displayOrder: Type.Integer(),
})

export const DeclineCatalog = Type.Object({
  groups: Type.Array(
    Type.Object({
      code: DeclineGroupCode,
      label: Label,
      displayOrder: Type.Integer(),
      reasons: Type.Array(CatalogReason),
    }),
  ),
})
export type DeclineCatalog = Static<typeof DeclineCatalog>
