/** The kinds of op that travel up and down, each with the schema of its body. */
import Type, { type Static, type TSchema } from "typebox"
import { Compile, type Validator } from "typebox/schema"

const Words = Type.String({ minLength: 1 })

/** What happened to an order; its id was drawn where the order is at home (left out by a box of before). */
const Happened = Type.Object({ type: Words, at: Words, id: Type.Optional(Words) })

/** An order as its home now has it, what happened to it since the op before, and the correction that changed it, if one did. */
const OrderChanged = Type.Object({
  order: Type.Unknown(),
  events: Type.Array(Happened),
  corrections: Type.Optional(Type.Array(Type.Unknown())),
})

/**
 * A kitchen display's report that the store has judged, whichever way it came in; the order as it left it is in an op before. A verdict
 * of null: the store has no such order.
 */
const KitchenRecorded = Type.Object({ orderId: Words, report: Type.Unknown(), verdict: Type.Unknown() })
const LostSaleRecorded = Type.Object({ lostSale: Type.Unknown() })
const CashClosed = Type.Object({ record: Type.Unknown() })
/** A shift as it now is: opened, money taken out, closed. */
const ShiftChanged = Type.Object({ shift: Type.Unknown() })
const DrawerLogged = Type.Object({ opening: Type.Unknown() })
/** A supervisor has approved what a token stands for, before or after the close that names it. */
const CashAuthorized = Type.Object({ authorization: Type.Unknown() })
const DayOpened = Type.Object({ day: Type.Unknown() })
const DayClosed = Type.Object({ day: Type.Unknown() })
const ComponentHeartbeat = Type.Object({ beat: Type.Unknown() })
/** The box's own beat, and the newest of each of its devices that were heard since the round before. */
const HealthReported = Type.Object({ round: Type.Unknown() })

/** A document that the store numbered from a point of its own, or tried to; its order is in an op after. */
const FiscalNumbered = Type.Object({ record: Type.Unknown() })

/** `paymentMethods`: entries as JSON, sealed with the box's own key for `METHODS_SEAL_CONTEXT`: they carry terminal keys and the like. */
const StoreConfigured = Type.Object({
  config: Type.Unknown(),
  paymentMethods: Type.Optional(Type.String({ minLength: 1 })),
})
export const METHODS_SEAL_CONTEXT = "store/payment-methods"
/**
 * With what the hub corrected before the store became its home, so that repeats are known there, and with the events that the hub
 * told of it, since a kitchen display may echo one of them. One that the store has under another id is told of all the same: as the hub
 * had it.
 */
const OrderCreated = Type.Object({
  order: Type.Unknown(),
  corrections: Type.Optional(Type.Array(Type.Unknown())),
  events: Type.Optional(Type.Array(Happened)),
  /** Ids that the hub gave to the sale before it heard that its store has it under this one. */
  aliases: Type.Optional(Type.Array(Words)),
})

/** A kitchen display's report that the hub has accepted for an order that is at home in the store: the store judges it. */
const KitchenReported = Type.Object({ orderId: Words, report: Type.Unknown() })

/** What its aggregator last said of an order that the store holds: the hub alone hears it. */
const AggregatorReported = Type.Object({ orderId: Words, aggregator: Type.Unknown() })

/** What providers said of money that the hub asked back for an order that the store holds: the end of its cancellation. */
const RefundSettled = Type.Object({
  orderId: Type.String({ minLength: 1 }),
  id: Type.String({ minLength: 1 }),
  outcome: Type.Union([Type.Literal("refunded"), Type.Literal("refused")]),
  cancellation: Type.Unknown(),
  refunds: Type.Array(Type.Unknown()),
})

/** A person of headquarters has recorded that a guest got the money of a cancelled order back. */
const RefundRecorded = Type.Object({ orderId: Words, recorded: Type.Unknown() })

/** What the authority said, which only the hub can hear: the order's standing, and what its documents have become. */
const FiscalRuled = Type.Object({
  orderId: Words,
  fiscal: Type.Unknown(),
  documents: Type.Array(Type.Unknown()),
})

/** What the hub heard of an order's charge by link: the charge as it is, and what to settle the order with once it is all there. */
const PaymentReport = Type.Object({
  externalOrderId: Type.String({ minLength: 1 }),
  intent: Type.Unknown(),
  fault: Type.Union([Type.String(), Type.Null()]),
  tenders: Type.Array(Type.Unknown()),
})

/** A guest at a register wants to pay by link. */
const RequestedCharge = Type.Object({ asked: Type.Unknown() })
/** The order of a charge that was paid is closed: its money goes back. */
const UnplacedPayment = Type.Object({
  externalOrderId: Type.String({ minLength: 1 }),
  orderStatus: Type.String(),
})

/** What the vendor's catalogue became: only the items that changed. They are kept aside until the `last` part of a change is there. */
const CatalogChanged = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  /** The whole catalogue: what it does not name is gone. */
  reset: Type.Boolean(),
  last: Type.Boolean(),
  items: Type.Array(Type.Unknown()),
})
/** How the deliveries of the store's menus went, which only the hub hears: all of them. */
const MenusSynced = Type.Object({ menus: Type.Array(Type.Unknown()) })
/** What was said of a product in the store; both sides keep the later one. */
const StockChanged = Type.Object({ fact: Type.Unknown() })

/** A store's line begins again (a restored box, a restored hub): what the hub has of each of its sequences, so that none repeats. */
const FiscalSequences = Type.Object({
  epoch: Words,
  sequences: Type.Array(Type.Object({ key: Words, last: Type.Integer({ minimum: 0 }) })),
})

/**
 * What the hub has of this store and a box that begins a new epoch may have lost (a restored disk): records in the shape of the ops that
 * they came with. `last`: these are all, and what was put aside meanwhile is taken in.
 */
export const RecordsRestored = Type.Object({
  epoch: Words,
  last: Type.Boolean(),
  records: Type.Array(Type.Object({ kind: Words, body: Type.Unknown() })),
})

/** What of this store's own log headquarters could not take in and nobody has settled yet: how many, and the oldest of them. */
export const DeadLettersReported = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  ops: Type.Array(Type.Object({ kind: Words, at: Words, reason: Type.String(), parkedAt: Words }), { maxItems: 20 }),
})

/**
 * What of the hub's log the box could not take in and nobody has settled yet: the oldest of them, as a whole each time. `triedAt`: when it was last
 * tried again in vain. `mayRetry`: it tells no whole state, so that it may be taken in late.
 */
export const BoxDeadLettersReported = Type.Object({
  ops: Type.Array(
    Type.Object({
      mark: Words,
      kind: Words,
      at: Words,
      reason: Type.String(),
      parkedAt: Words,
      triedAt: Type.Union([Words, Type.Null()]),
      mayRetry: Type.Boolean(),
    }),
    { maxItems: 100 },
  ),
})

/** What a person of headquarters decided about an op that a box could not take in; the box says what came of it. */
export const DeadLetterSettled = Type.Object({
  mark: Words,
  as: Type.Union([Type.Literal("retry"), Type.Literal("dismiss")]),
  by: Words,
  why: Type.String(),
})

/** A person of headquarters dealt with a conflict of an order that is at home in the store. */
export const ConflictResolved = Type.Object({
  orderId: Words,
  what: Words,
  key: Words,
  by: Words,
  note: Words,
})

/** A new version of a paper's template. */
const TemplateAdded = Type.Object({ template: Type.Unknown() })

/** Something was done in the store, and by whom. */
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

/** An op whose content was withdrawn before it was offered: it keeps its number, so that the log stays without a gap. */
export const SKIPPED = "skipped"

export type UpKind = keyof typeof upOps
export type DownKind = keyof typeof downOps

type BodyOf<Table extends Record<string, TSchema>> = {
  [Kind in keyof Table]: { readonly kind: Kind; readonly body: Static<Table[Kind]> }
}[keyof Table]

/** An op as its writer hands it in, kind and body fitting each other. */
export type UpWrite = BodyOf<typeof upOps>
export type DownWrite = BodyOf<typeof downOps>

/** Checks the body of an op against its kind. The answer is the reason to park it, or null. */
type OpCheck = (op: { readonly kind: string; readonly body: unknown }) => string | null

/** `checks` compiles a schema on first use and keeps it: make one per process. */
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
