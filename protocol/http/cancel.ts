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
import { nullable, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const PARTNER = "/api/v1/adapters/partner"

/** `orderId` is the external id that the order was created with; its UUID is not accepted. */
const ExternalOrderRef = Type.Object({ orderId: ShortText })

const LocaleQuery = Type.Object({ locale: Type.Optional(CancellationLocale) })

export const cancelOrder = endpoint({
  name: "cancel.order",
  family: "partner",
  method: "POST",
  path: `${PARTNER}/stores/orders/:orderId/cancel`,
  scope: "orders:write",
  repeatable: true,
  params: ExternalOrderRef,
  query: LocaleQuery,
  body: CancellationRequest,
  replies: {
    200: Type.Object({
      message: Type.String(),
      reasonDetail: Type.String(),
      resolvedFrom: CancellationVerdict.properties.resolvedFrom,
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", ...CANCELLATION_CODES, "REFUND_FAILED", "STORE_UNREACHABLE"],
  summary: "Cancels an open order, if the account's rules allow it, and refunds all of its money.",
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
  query: Type.Object({ ...LocaleQuery.properties, cancellationType: Type.Optional(ShortText) }),
  replies: { 200: CancellationVerdict },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Returns the verdict and the code that Cancel order would give now; changes nothing.",
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
  summary: "Lists the cancellation reasons of a channel, or of all; an aggregator has a catalogue of its own.",
  section: "cancellation.md#cancel-an-order",
})

/**
 * Only the hub calls this, over MQTT. The box decides whether the order may be cancelled, and locks it while the hub asks a provider for
 * the refund. A new lock replaces an earlier one, since the hub has at most one per order.
 */
export const lockForRefund = endpoint({
  name: "cancel.hold",
  family: "partner",
  method: "POST",
  path: "/line/orders/:orderId/hold-cancellation",
  scope: "orders:write",
  params: ExternalOrderRef,
  query: LocaleQuery,
  body: Type.Object({ id: Uuid, request: CancellationRequest }),
  replies: { 200: Type.Object({ id: Uuid }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", ...CANCELLATION_CODES, "STORE_UNREACHABLE"],
  summary: "Locks an order for its cancellation while the hub asks the provider for the refund.",
  section: "cancellation.md#cancel-an-order",
})
