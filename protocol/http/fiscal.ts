/** The endpoints of fiscal numbering (docs/contract/fiscal.md#fiscal-request, docs/contract/fiscal.md#number-a-document). */
import Type from "typebox"
import { NumberingBody } from "../shapes/fiscal-record.ts"
import { FiscalRequest } from "../shapes/fiscal-representation.ts"
import { endpoint } from "./endpoint.ts"

export const NUMBERING = "/api/v2/external/fiscal/numbering"

export const numberFiscal = endpoint({
  name: "fiscal.number",
  family: "core",
  method: "POST",
  path: NUMBERING,
  scope: "fiscal:write",
  body: NumberingBody,
  replies: { 201: FiscalRequest, 200: FiscalRequest },
  refusals: [
    "VALIDATION_ERROR",
    "NOT_FOUND",
    "CONFLICT",
    "ORDER_ALREADY_INVOICED",
    "FISCAL_DOCUMENT_NOT_ISSUED",
    "STORE_UNREACHABLE",
  ],
  summary: "Numbers an order's invoice, or the credit note that voids it; once for each order and operation.",
  section: "fiscal.md#fiscal-request",
  example: {
    operation: "ISSUE",
    orderId: "web-1001",
    orderCode: "A-101",
    store: { code: "UIO-001" },
    buyer: null,
    totals: { total: "6.5000", tax: "0.8478" },
    currencyCode: "USD",
  },
})

export const readFiscalRequest = endpoint({
  name: "fiscal.request",
  family: "core",
  method: "GET",
  path: `${NUMBERING}/:fiscalRequestId`,
  scope: "fiscal:write",
  /** Any text is accepted: text that is not an id gets the same 404 as an unknown id. */
  params: Type.Object({ fiscalRequestId: Type.String({ minLength: 1 }) }),
  replies: { 200: FiscalRequest },
  refusals: ["NOT_FOUND"],
  summary: "Reads a numbering request with the authority's latest verdict on its document.",
  section: "fiscal.md#fiscal-request",
})
