/** A supervisor's approval at the store, for the cash close that names its token (docs/contract/cash.md#cash-reconciliations-version-2). */
import Type from "typebox"
import { CashAuthorization } from "../shapes/cash-authorization.ts"
import { personal, secret } from "../shapes/privacy.ts"
import { ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

export const approveCash = endpoint({
  name: "cash.approve",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/cash/authorizations",
  scope: "store:register",
  repeatable: true,
  role: "supervisor",
  body: Type.Object({
    /** Made by the page: a repeated request approves once. */
    authorizationTokenId: secret(Uuid),
    /** Only for a store without staff. With staff, the approving person is recorded. */
    approvedBy: Type.Optional(personal(ShortText)),
  }),
  replies: { 200: CashAuthorization, 201: CashAuthorization },
  refusals: ["VALIDATION_ERROR"],
  summary: "Approves the cash close that names this token, before or after it.",
  section: "cash.md#cash-reconciliations-version-2",
  example: { authorizationTokenId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d99", approvedBy: "Rosa Paz" },
})
