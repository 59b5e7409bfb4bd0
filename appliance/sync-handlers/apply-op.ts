/** Applies an operation of the hub: calls the folder that owns its kind, inside the transaction of the batch. */
import Type, { type Static } from "typebox"
import { AggregatorMirror } from "../../protocol/shapes/callback.ts"
import { Cancellation, Refund, RefundRecording } from "../../protocol/shapes/cancellation.ts"
import { PaymentReported } from "../../protocol/shapes/charge.ts"
import { ConflictResolution } from "../../protocol/shapes/conflict.ts"
import { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import { FiscalRecord, FiscalStanding } from "../../protocol/shapes/fiscal-record.ts"
import { DocumentStatus, FiscalGraphic } from "../../protocol/shapes/fiscal-representation.ts"
import { ReceivedReport } from "../../protocol/shapes/kitchen.ts"
import { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { OrderRecord } from "../../protocol/shapes/order.ts"
import { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import { Instant, oneOf, Uuid } from "../../protocol/shapes/scalars.ts"
import { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { DeadLetterSettled, DeadLettersReported, RecordsRestored } from "../../protocol/sync/ops.ts"
import type { Log } from "../../runtime/log.ts"
import type { Validator } from "../../runtime/validate.ts"
import {
  applyCatalogPart,
  applyMenuSyncs,
  applyStock,
  saveConfig,
  saveMethods,
  saveTemplate,
} from "../catalog/index.ts"
import { applyHubNumber, applyHubRuling, applySequences, type HubRuling, type Sequences } from "../fiscal/index.ts"
import { applyHubReport } from "../kitchen/index.ts"
import { restoreRecords } from "../maintenance/index.ts"
import {
  applyAggregator,
  applyHubOrder,
  applyRecordedRefund,
  type MergeDuplicateDeps,
  resolveFromHub,
  type SettledRefund,
  settleRefund,
} from "../orders/index.ts"
import { restoreLostSale } from "../orders/store/index.ts"
import { applyLinkPayment } from "../payments/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { saveHubDeadLetters, settleFromHub } from "../sync/index.ts"

export interface ApplyDeps extends MergeDuplicateDeps {
  readonly validator: Validator
  readonly log: Log
  /** The store's configuration has changed. */
  readonly onConfig: () => void
  /** The menu or the availability of products has changed. */
  readonly onMenu: () => void
  readonly onTickets: () => void
}

const Created = Type.Object({
  order: OrderRecord,
  corrections: Type.Optional(Type.Array(KeyedCorrection)),
  events: Type.Optional(Type.Array(Type.Object({ type: Type.String(), at: Instant, id: Type.String() }))),
  aliases: Type.Optional(Type.Array(Uuid)),
})

const Reported = Type.Object({ orderId: Uuid, report: ReceivedReport })

const Mirrored = Type.Object({ orderId: Uuid, aggregator: AggregatorMirror })

const Numbered = Type.Object({ record: FiscalRecord })

const RuledBody = Type.Object({
  orderId: Uuid,
  fiscal: FiscalStanding,
  documents: Type.Array(
    Type.Object({ fiscalRequestId: Uuid, documentStatus: DocumentStatus, graphic: Type.Optional(FiscalGraphic) }),
  ),
})

const Sequenced = Type.Object({
  epoch: Type.String(),
  sequences: Type.Array(Type.Object({ key: Type.String(), last: Type.Integer({ minimum: 0 }) })),
})

const Settled = Type.Object({
  orderId: Uuid,
  id: Uuid,
  outcome: oneOf("refunded", "refused"),
  cancellation: Cancellation,
  refunds: Type.Array(Refund),
})

const Resolved = Type.Object({ orderId: Uuid, by: Type.String(), ...ConflictResolution.properties })
const Recorded = Type.Object({ orderId: Uuid, recorded: RefundRecording })

/** Returns why the operation can never apply, which makes it a dead letter; null once it is applied. */
export type ApplyOp = (tx: BoxTx, op: { readonly kind: string; readonly body: unknown }) => string | null

export function createApplyOp(deps: ApplyDeps): ApplyOp {
  const applyOp: ApplyOp = (tx, op) => {
    const body = (op.body ?? {}) as Readonly<Record<string, unknown>>
    switch (op.kind) {
      case "store.configured":
        return applyConfig(tx, body, deps)
      case "catalog.changed":
        return applyCatalogPart(tx, body, deps)
      case "menus.synced":
        return applyMenuSyncs(tx, body, deps)
      case "stock.changed":
        return applyStock(tx, body, deps)
      case "order.created":
        return applyOrder(tx, body, deps)
      case "lost-sale.recorded":
        return applyLostSale(tx, body, deps)
      case "refund.settled":
        return applyRefund(tx, body, deps)
      case "refund.recorded":
        return applyRecorded(tx, body, deps)
      case "kitchen.reported":
        return applyReport(tx, body, deps)
      case "aggregator.reported":
        return applyMirror(tx, body, deps)
      case "fiscal.numbered":
        return applyNumbered(tx, body, deps)
      case "fiscal.ruled":
        return applyVerdict(tx, body, deps)
      case "fiscal.sequences":
        return applyLast(tx, body, deps)
      case "payment.heard":
        return applyPayment(tx, body, deps)
      case "template.added":
        return applyTemplate(tx, body, deps)
      case "parked.told":
        return applyParkedTold(tx, body, deps)
      case "parked.settled":
        return applySettled(tx, body, { ...deps, applyOp })
      case "conflict.resolved":
        return applyResolved(tx, body, deps)
      case "records.returned":
        return applyReturned(tx, body, deps)
      default:
        return `UNKNOWN_KIND: ${op.kind}`
    }
  }
  return applyOp
}

function applyConfig(
  tx: BoxTx,
  { config, paymentMethods }: Readonly<Record<string, unknown>>,
  { validator, onConfig }: ApplyDeps,
): string | null {
  const fault = validator.check(StoreConfig, config)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  saveConfig(tx, config as StoreConfig)
  if (typeof paymentMethods === "string") saveMethods(tx, paymentMethods)
  tx.afterCommit(onConfig)
  return null
}

function applyOrder(tx: BoxTx, body: unknown, deps: ApplyDeps): string | null {
  const fault = deps.validator.check(Created, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyHubOrder(tx, body as Static<typeof Created>, deps)
  return null
}

function applyLostSale(tx: BoxTx, { lostSale }: Readonly<Record<string, unknown>>, { validator }: ApplyDeps) {
  const fault = validator.check(LostSale, lostSale)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  restoreLostSale(tx, lostSale as LostSale)
  return null
}

function applyRefund(tx: BoxTx, body: unknown, deps: ApplyDeps): string | null {
  const fault = deps.validator.check(Settled, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  settleRefund(tx, body as SettledRefund, deps)
  return null
}

function applyRecorded(tx: BoxTx, body: unknown, { validator, outbox }: ApplyDeps): string | null {
  const fault = validator.check(Recorded, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyRecordedRefund(tx, body as Static<typeof Recorded>, outbox)
  return null
}

function applyReport(tx: BoxTx, body: unknown, { validator, outbox }: ApplyDeps): string | null {
  const fault = validator.check(Reported, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  return applyHubReport(tx, body as Static<typeof Reported>, outbox)
}

function applyMirror(tx: BoxTx, body: unknown, { validator }: ApplyDeps): string | null {
  const fault = validator.check(Mirrored, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyAggregator(tx, body as Static<typeof Mirrored>)
  return null
}

function applyNumbered(tx: BoxTx, body: unknown, { validator, ...deps }: ApplyDeps): string | null {
  const fault = validator.check(Numbered, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyHubNumber(tx, (body as Static<typeof Numbered>).record, deps)
  return null
}

function applyPayment(tx: BoxTx, body: unknown, { validator, ...parts }: ApplyDeps): string | null {
  const fault = validator.check(PaymentReported, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyLinkPayment(tx, parts, body as PaymentReported)
  return null
}

function applyTemplate(tx: BoxTx, { template }: Readonly<Record<string, unknown>>, { validator }: ApplyDeps) {
  const fault = validator.check(StoredTemplate, template)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  saveTemplate(tx, template as StoredTemplate)
  return null
}

function applyParkedTold(tx: BoxTx, body: unknown, { validator }: ApplyDeps): string | null {
  const fault = validator.check(DeadLettersReported, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  saveHubDeadLetters(tx, body as Static<typeof DeadLettersReported>)
  return null
}

function applySettled(tx: BoxTx, body: unknown, { validator, applyOp }: ApplyDeps & { applyOp: ApplyOp }) {
  const fault = validator.check(DeadLetterSettled, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  settleFromHub(tx, body as Static<typeof DeadLetterSettled>, applyOp)
  return null
}

function applyResolved(tx: BoxTx, body: unknown, { validator, outbox }: ApplyDeps): string | null {
  const fault = validator.check(Resolved, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  resolveFromHub(tx, body as Static<typeof Resolved>, outbox)
  return null
}

function applyReturned(tx: BoxTx, body: unknown, deps: ApplyDeps): string | null {
  const fault = deps.validator.check(RecordsRestored, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  restoreRecords(tx, (body as Static<typeof RecordsRestored>).records, deps)
  return null
}

function applyVerdict(tx: BoxTx, body: unknown, { validator }: ApplyDeps): string | null {
  const fault = validator.check(RuledBody, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyHubRuling(tx, body as HubRuling)
  return null
}

function applyLast(tx: BoxTx, body: unknown, { validator }: ApplyDeps): string | null {
  const fault = validator.check(Sequenced, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applySequences(tx, body as Sequences)
  return null
}
