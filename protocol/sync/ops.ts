/** The kinds of operation, up (box to hub) and down (hub to box), with the schemas of their bodies. */
import Type, { type Static, type TSchema } from "typebox"
import { Compile, type Validator } from "typebox/schema"

const NonEmpty = Type.String({ minLength: 1 })

/** An event of an order. The order's home makes the id; older boxes omit it. */
const OrderEvent = Type.Object({ type: NonEmpty, at: NonEmpty, id: Type.Optional(NonEmpty) })

/** The order's current state at its home, its events since the previous operation, and new corrections. */
const OrderChanged = Type.Object({
  order: Type.Unknown(),
  events: Type.Array(OrderEvent),
  corrections: Type.Optional(Type.Array(Type.Unknown())),
})

/**
 * A kitchen display's report with the store's verdict; null if the store has no such order. An earlier operation carries the changed
 * order.
 */
const KitchenRecorded = Type.Object({ orderId: NonEmpty, report: Type.Unknown(), verdict: Type.Unknown() })
const LostSaleRecorded = Type.Object({ lostSale: Type.Unknown() })
const CashClosed = Type.Object({ record: Type.Unknown() })
/** A shift's current state, after it was opened, had a withdrawal, or was closed. */
const ShiftChanged = Type.Object({ shift: Type.Unknown() })
const DrawerLogged = Type.Object({ opening: Type.Unknown() })
/** A supervisor approved the cash close with this token, before or after the close. */
const CashAuthorized = Type.Object({ authorization: Type.Unknown() })
const DayOpened = Type.Object({ day: Type.Unknown() })
const DayClosed = Type.Object({ day: Type.Unknown() })
const ComponentHeartbeat = Type.Object({ beat: Type.Unknown() })
/** The box's own heartbeat, and the newest one of each device that reported since the last round. */
const HealthReported = Type.Object({ round: Type.Unknown() })

/** A document that the store numbered or failed to number. A later operation carries its order. */
const FiscalNumbered = Type.Object({ record: Type.Unknown() })

/** `paymentMethods`: JSON entries, encrypted with the box's key for `METHODS_SEAL_CONTEXT`, because they contain terminal keys. */
const StoreConfigured = Type.Object({
  config: Type.Unknown(),
  paymentMethods: Type.Optional(Type.String({ minLength: 1 })),
})
export const METHODS_SEAL_CONTEXT = "store/payment-methods"
/**
 * An order that moves to the store. `corrections`: made at the hub before, so that the store recognises repeats. `events`: emitted by the
 * hub before, since a kitchen display may echo their ids. It is also sent for an order that the store has under another id.
 */
const OrderCreated = Type.Object({
  order: Type.Unknown(),
  corrections: Type.Optional(Type.Array(Type.Unknown())),
  events: Type.Optional(Type.Array(OrderEvent)),
  /** Ids that the hub used for the sale before it knew the store's id. */
  aliases: Type.Optional(Type.Array(NonEmpty)),
})

/** A kitchen display's report that the hub accepted for an order of the store; the store decides about it. */
const KitchenReported = Type.Object({ orderId: NonEmpty, report: Type.Unknown() })

/** The aggregator's last report on an order of the store; only the hub receives these. */
const AggregatorReported = Type.Object({ orderId: NonEmpty, aggregator: Type.Unknown() })

/** The providers' result of the refunds for an order of the store; it ends the order's cancellation. */
const RefundSettled = Type.Object({
  orderId: Type.String({ minLength: 1 }),
  id: Type.String({ minLength: 1 }),
  outcome: Type.Union([Type.Literal("refunded"), Type.Literal("refused")]),
  cancellation: Type.Unknown(),
  refunds: Type.Array(Type.Unknown()),
})

/** Somebody in the back office recorded that a guest got the money of a cancelled order back. */
const RefundRecorded = Type.Object({ orderId: NonEmpty, recorded: Type.Unknown() })

/** The authority's verdict, which only the hub receives: the order's fiscal state and its documents. */
const FiscalRuled = Type.Object({
  orderId: NonEmpty,
  fiscal: Type.Unknown(),
  documents: Type.Array(Type.Unknown()),
})

/** News of an order's payment link: the charge, and the tenders that settle the order once it is fully paid. */
const PaymentReport = Type.Object({
  externalOrderId: Type.String({ minLength: 1 }),
  intent: Type.Unknown(),
  fault: Type.Union([Type.String(), Type.Null()]),
  tenders: Type.Array(Type.Unknown()),
})

/** A guest at a register wants to pay by link. */
const RequestedCharge = Type.Object({ asked: Type.Unknown() })
/** A payment link was paid after its order had been closed, so the money is refunded. */
const UnplacedPayment = Type.Object({
  externalOrderId: Type.String({ minLength: 1 }),
  orderStatus: Type.String(),
})

/** Changed items of the vendor's catalogue. The box applies them when it has the `last` part of a change. */
const CatalogChanged = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  /** True for a complete catalogue: missing items are deleted. */
  reset: Type.Boolean(),
  last: Type.Boolean(),
  items: Type.Array(Type.Unknown()),
})
/** The delivery state of all of the store's menus, which only the hub receives. */
const MenusSynced = Type.Object({ menus: Type.Array(Type.Unknown()) })
/** A product's availability in the store; on both sides the later change wins. */
const StockChanged = Type.Object({ fact: Type.Unknown() })

/** The last number of each fiscal sequence that the hub knows, sent after a restore of box or hub, so that no number is used twice. */
const FiscalSequences = Type.Object({
  epoch: NonEmpty,
  sequences: Type.Array(Type.Object({ key: NonEmpty, last: Type.Integer({ minimum: 0 }) })),
})

/**
 * Records of this store for a box that began a new epoch and may have lost them, in the shape of the operations that created them.
 * `last`: the restore is complete, and the box applies the operations that it set aside meanwhile.
 */
export const RecordsRestored = Type.Object({
  epoch: NonEmpty,
  last: Type.Boolean(),
  records: Type.Array(Type.Object({ kind: NonEmpty, body: Type.Unknown() })),
})

/** The open dead letters of this store's log at the hub: their number, and the oldest ones. */
export const DeadLettersReported = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  ops: Type.Array(Type.Object({ kind: NonEmpty, at: NonEmpty, reason: Type.String(), parkedAt: NonEmpty }), {
    maxItems: 20,
  }),
})

/**
 * The oldest open dead letters of the hub's log at the box, as a complete list. `triedAt`: last failed retry. `mayRetry`: it does not
 * carry a complete state, so applying it late cannot overwrite a newer one.
 */
export const BoxDeadLettersReported = Type.Object({
  ops: Type.Array(
    Type.Object({
      mark: NonEmpty,
      kind: NonEmpty,
      at: NonEmpty,
      reason: Type.String(),
      parkedAt: NonEmpty,
      triedAt: Type.Union([NonEmpty, Type.Null()]),
      mayRetry: Type.Boolean(),
    }),
    { maxItems: 100 },
  ),
})

/** A back-office decision about a box's dead letter; the box reports the result. */
export const DeadLetterSettled = Type.Object({
  mark: NonEmpty,
  as: Type.Union([Type.Literal("retry"), Type.Literal("dismiss")]),
  by: NonEmpty,
  why: Type.String(),
})

/** Somebody in the back office resolved a conflict of an order of the store. */
export const ConflictResolved = Type.Object({
  orderId: NonEmpty,
  what: NonEmpty,
  key: NonEmpty,
  by: NonEmpty,
  note: NonEmpty,
})

/** A new version of a document's template. */
const TemplateAdded = Type.Object({ template: Type.Unknown() })

const AuditRecorded = Type.Object({ entry: Type.Unknown() })

export const upOps = {
  "order.changed": OrderChanged,
  "lost-sale.recorded": LostSaleRecorded,
  "cash.closed": CashClosed,
  "cash.authorized": CashAuthorized,
  "shift.changed": ShiftChanged,
  "drawer.opened": DrawerLogged,
  "day.opened": DayOpened,
  "day.closed": DayClosed,
  "component.beat": ComponentHeartbeat,
  "charge.asked": RequestedCharge,
  "payment.unplaced": UnplacedPayment,
  "health.reported": HealthReported,
  "kitchen.recorded": KitchenRecorded,
  "fiscal.numbered": FiscalNumbered,
  "stock.changed": StockChanged,
  "audit.recorded": AuditRecorded,
  "parked.told": BoxDeadLettersReported,
} as const satisfies Record<string, TSchema>

const downOps = {
  "store.configured": StoreConfigured,
  "catalog.changed": CatalogChanged,
  "menus.synced": MenusSynced,
  "stock.changed": StockChanged,
  "order.created": OrderCreated,
  "lost-sale.recorded": LostSaleRecorded,
  "refund.settled": RefundSettled,
  "refund.recorded": RefundRecorded,
  "payment.heard": PaymentReport,
  "fiscal.numbered": FiscalNumbered,
  "fiscal.ruled": FiscalRuled,
  "fiscal.sequences": FiscalSequences,
  "kitchen.reported": KitchenReported,
  "aggregator.reported": AggregatorReported,
  "template.added": TemplateAdded,
  "records.returned": RecordsRestored,
  "parked.told": DeadLettersReported,
  "parked.settled": DeadLetterSettled,
  "conflict.resolved": ConflictResolved,
} as const satisfies Record<string, TSchema>

/** The kind of an operation that was withdrawn before it was sent. It keeps its number, so that the log has no gap. */
export const SKIPPED = "skipped"

export type UpKind = keyof typeof upOps
export type DownKind = keyof typeof downOps

type BodyOf<Table extends Record<string, TSchema>> = {
  [Kind in keyof Table]: { readonly kind: Kind; readonly body: Static<Table[Kind]> }
}[keyof Table]

/** An operation to write: a kind with its body. */
export type UpWrite = BodyOf<typeof upOps>
export type DownWrite = BodyOf<typeof downOps>

/** Checks an operation's body against its kind. Returns the reason for a dead letter, or null. */
type OpCheck = (op: { readonly kind: string; readonly body: unknown }) => string | null

/** Compiles each schema on first use, so a process should create one check and keep it. */
export function createOpCheck(table: Readonly<Record<string, TSchema>>): OpCheck {
  const compiled = new Map<string, Validator>()
  return (op) => {
    const schema = Object.hasOwn(table, op.kind) ? table[op.kind] : undefined
    if (schema === undefined) return `UNKNOWN_KIND: ${op.kind}`
    const validator = compiled.get(op.kind) ?? Compile(schema)
    compiled.set(op.kind, validator)
    if (validator.Check(op.body)) return null
    const first = validator.Errors(op.body)[1][0]
    return `INVALID_BODY: ${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`
  }
}
