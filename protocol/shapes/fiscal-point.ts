/** An emission point of a store: where its fiscal numbers come from, and which side draws them (docs/contract/fiscal.md#emission-points). */
import Type, { type Static } from "typebox"
import { secret } from "./privacy.ts"
import { oneOf } from "./scalars.ts"

/** Codes may be written as text or as a number: `"001"` and 1 are one point. */
function code(description: string) {
  return Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 0 })], { description }),
  )
}

/**
 * One shape for all countries, so that a misspelt key is reported; the country's adapter checks the rest (`checkPoint`). Hub and box
 * never share a point, so that they cannot issue the same number.
 */
export const FiscalPoint = Type.Object(
  {
    side: oneOf("hub", "appliance"),
    establishment: code("EC: establishment, three digits."),
    emissionPoint: code("EC: emission point, three digits."),
    series: code("BR: series of the NFC-e, 0 to 999. VE: series of the invoice, may be empty."),
    state: code("BR: the state (UF) that authorises, as SP or 35. The sandbox takes SP where it is missing."),
    prefix: code("CO: prefix of the numbering resolution, at most 4 letters or digits."),
    creditNotePrefix: code(
      "CO: prefix of this point's credit notes; unless given, N and the prefix's last 3 characters.",
    ),
    from: code("CO, CL: first number of the authorised range."),
    to: code("CO, CL: last number of the authorised range."),
    resolution: code("CO: number of the DIAN's numbering resolution."),
    technicalKey: secret(code("CO: technical key (clave técnica) of the resolution.")),
    taxCode: code(
      "CO: the tax of the sale, INC (04) for a restaurant that owes the impuesto al consumo, else IVA (01).",
    ),
    softwarePin: secret(code("CO: PIN of the software registered at the DIAN, which credit notes are keyed with.")),
    documentType: code("CL: what the range (CAF) is for: 39 boleta, 33 factura, 61 nota de crédito."),
    pointOfSale: code("AR: point of sale, 1 to 99998."),
    identifier: code("VE: identifier before the control number, two digits (00)."),
  },
  { additionalProperties: false },
)
export type FiscalPoint = Static<typeof FiscalPoint>
