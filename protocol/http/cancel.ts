/** The endpoints of cancellation, partner family (docs/contract/cancellation.md#cancel-an-order). */
import Type from "typebox"
import {
  CANCELLATION_CODES,
  CancellationGroup,
  CancellationLocale,
  CancellationReason,
  CancellationRequest,
  CancellationVerdict,
} from "../shapes/cancellation.ts"
import { FreeForm, nullable, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const PARTNER = "/api/v1/adapters/partner"

/** The external id that the order was created with, and no other. */
const ExternalOrderRef = Type.Object({ orderId: ShortText })

const Spoken = Type.Object({ locale: Type.Optional(CancellationLocale) })

export const cancelOrder = endpoint({
  name: "cancel.order",
  family: "partner",
  method: "POST",
  path: `${PARTNER}/stores/orders/:orderId/cancel`,
  scope: "orders:write",
  repeatable: true,
  params: ExternalOrderRef,
  query: Spoken,
  body: CancellationRequest,
  replies: {
    200: Type.Object({ message: Type.String(), reasonDetail: Type.String(), resolvedFrom: FreeForm }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", ...CANCELLATION_CODES, "REFUND_FAILED", "STORE_UNREACHABLE"],
  summary: "Cancels an open order, if its account's rules allow it, and gives back all of its money.",
  section: "cancellation.md#cancel-an-order",
  example: { reason: "Customer left", cancellationType: "customer-left", cancellationNote: "Waited 20 minutes" },
})

export const checkCancellation = endpoint({
  name: "cancel.eligibility",
  family: "partner",
  method: "GET",
  path: `${PARTNER}/stores/orders/:orderId/cancel/eligibility`,
  scope: "orders:write",
  params: ExternalOrderRef,
  query: Type.Object({ ...Spoken.properties, cancellationType: Type.Optional(ShortText) }),
  replies: { 200: CancellationVerdict },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Says whether an order can be cancelled now, with the verdict and code of Cancel order; changes nothing.",
  section: "cancellation.md#cancel-an-order",
})

export const listCancellationReasons = endpoint({
  name: "cancel.reasons",
  family: "partner",
  method: "GET",
  path: `${PARTNER}/cancellation-reasons`,
  scope: "orders:read",
  query: Type.Object({ channel: Type.Optional(ShortText) }),
  replies: {
    200: Type.Object({
      channel: nullable(Type.String()),
      reasons: Type.Array(Type.Object({ ...CancellationReason.properties, group: nullable(CancellationGroup) })),
    }),
  },
  refusals: [],
  summary: "Lists the reasons to choose from on a channel, or all of them; an aggregator has a catalogue of its own.",
  section: "cancellation.md#cancel-an-order",
})

/**
 * Spoken over the hub's line to a box and nowhere else: judges, and marks the order while the hub asks a provider for the money. A
 * hold takes the place of an earlier one, since the hub has only one for an order.
 */
export const lockForRefund = endpoint({
  name: "cancel.hold",
  family: "partner",
  method: "POST",
  path: "/line/orders/:orderId/hold-cancellation",
  scope: "orders:write",
  params: ExternalOrderRef,
  query: Spoken,
  body: Type.Object({ id: Uuid, request: CancellationRequest }),
  replies: { 200: Type.Object({ id: Uuid }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", ...CANCELLATION_CODES, "STORE_UNREACHABLE"],
  summary: "Holds an order for its cancellation while the hub asks the provider for its money.",
  section: "cancellation.md#cancel-an-order",
})
