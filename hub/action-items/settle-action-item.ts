/** Settles an action item: calls the folder that owns it, and writes an audit entry in the same transaction. */
import type { ActionItemAction, ActionItemKind, settleActionItem } from "../../protocol/http/admin/action-items.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { recordRefund, toMoneyToReturn } from "../../protocol/rules/cancellation/money-to-return.ts"
import { resolveConflict as resolve, secondPayments } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { FiscalAdmin } from "../fiscal/index.ts"
import { findOrder, lockOrder, markConflictAnswered, updateOrder } from "../orders/index.ts"
import type { JobsAdmin } from "../queue/index.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { lockStoreLogs, requestDeadLetterAction, type SettleDeadLetter } from "../sync/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { accountOf, recordAudit, recordAuditOf } from "../users/index.ts"
import { conflictOf, dismissItem, vendorOf } from "./action-items-store.ts"
import { storeOfConflict } from "./conflicts-store.ts"
import { answerKeyOf } from "./refunds-store.ts"

export interface ActionItemDeps {
  readonly store: HubStore
  readonly jobs: JobsAdmin
  readonly fiscal: FiscalAdmin
  readonly settleDeadLetter: SettleDeadLetter
  readonly downlink: Downlink
}

interface Deed {
  readonly key: string
  readonly action: ActionItemAction
  readonly note: string
  readonly caller: UserCaller
  readonly vendorId: string
  /** Writes the audit entry, in the transaction of the action. */
  readonly also: (tx: SystemWrite) => Promise<void>
}

type Done = Promise<unknown | Refusal>

/** Only the listed actions exist for a kind. */
const AUDIT_ACTION_OF: Readonly<
  Record<ActionItemKind, Partial<Record<ActionItemAction, (deps: ActionItemDeps, entry: Deed) => Done>>>
> = {
  parked: {
    replay: ({ settleDeadLetter }, { key, also }) => settleDeadLetter(parkedKey(key), "replayed", also),
    dismiss: ({ settleDeadLetter }, { key, also }) => settleDeadLetter(parkedKey(key), "dismissed", also),
  },
  parkedInStore: {
    replay: (deps, entry) => askBox(deps, "retry", entry),
    dismiss: (deps, entry) => askBox(deps, "dismiss", entry),
  },
  job: {
    replay: ({ jobs }, entry) => jobs.retry(entry.key, tenantOf(entry), entry.also),
    dismiss: ({ jobs }, entry) => jobs.dismiss(entry.key, entry.note, tenantOf(entry), entry.also),
  },
  document: {
    void: ({ fiscal }, { key, also }) => fiscal.void(key, also),
    dismiss: ({ fiscal }, { key, note, also }) => fiscal.settle(key, note, also),
  },
  conflict: { dismiss: resolveConflict },
  payment: { dismiss: (deps, entry) => aside(deps, "payment", entry) },
  refund: { record: recordReturned, dismiss: denySecondPayment },
  lostSale: { dismiss: (deps, entry) => aside(deps, "lostSale", entry) },
  day: { dismiss: (deps, entry) => aside(deps, "day", entry) },
  endpoint: {},
}

export const settleActionItemHandler =
  (deps: ActionItemDeps): Handler<typeof settleActionItem> =>
  async ({ body, caller }) => {
    const { kind, key, action } = body
    const note = body.note?.trim() ?? ""
    const act = AUDIT_ACTION_OF[kind][action]
    if (!act) return invalid({ path: "action", message: `is nothing that can be done with a ${kind}` })
    if ((action === "dismiss" || action === "record") && note === "")
      return invalid({
        path: "note",
        message: action === "record" ? "must say how the guest got the money" : "must say why",
      })
    const vendorId = await deps.store.read(accountOf(caller), (scope) => vendorOf(scope, kind, key))
    if (vendorId === null || !caller.vendorIds.includes(vendorId)) return refuse("NOT_FOUND", "Nothing of this asks.")
    const deed = { personId: caller.personId, action: `attention.${action}` as const, subject: `${kind} ${key}` }
    const detail = { vendorId, ...(note !== "" && { note }) }
    const also = (tx: SystemWrite) => recordAuditOf(tx, caller.accountId, { ...deed, detail, vendorIds: [vendorId] })
    const done = await act(deps, { key, action, note, caller, vendorId, also })
    return isRefusal(done) ? narrowRefusal(done) : { status: 200, data: { settled: true } }
  }

/** The dead letter is at the box, so the box is asked to settle it, and reports the result. */
function askBox({ store, downlink }: ActionItemDeps, as: "retry" | "dismiss", entry: Deed): Done {
  const [mark = "", storeId = ""] = entry.key.split("/")
  return store.write(tenantOf(entry), async (tx) => {
    // Locked before the row, which the box may be reporting again at the same time.
    await lockStoreLogs(tx, [storeId])
    if (!(await requestDeadLetterAction(tx, { storeId, mark, as }))) {
      return refuse("CONFLICT", "Its store has been asked already, or it must not be taken in late: send it anew.")
    }
    await entry.also(tx.system)
    const by = `headquarters:${entry.caller.personId}`
    await downlink.append(tx.system, storeId, { kind: "parked.settled", body: { mark, as, by, why: entry.note } })
    return null
  })
}

/** The store is the order's home and writes the resolution, so it is asked to. */
function resolveConflict({ store, downlink }: ActionItemDeps, entry: Deed): Done {
  const conflict = conflictOf(entry.key)
  return store.write(tenantOf(entry), async (tx) => {
    const storeId = await storeOfConflict(tx, conflict)
    if (storeId === null) return refuse("NOT_FOUND", "Nothing of this asks.")
    // Locked before the row, which the store may be writing at the same time.
    await lockStoreLogs(tx, [storeId])
    if (!(await markConflictAnswered(tx, conflict))) return refuse("CONFLICT", "Somebody has resolved it.")
    await entry.also(tx.system)
    const body = { ...conflict, by: `headquarters:${entry.caller.personId}`, note: entry.note }
    await downlink.append(tx.system, storeId, { kind: "conflict.resolved", body })
    return null
  })
}

/** The guest has the money back. */
function recordReturned(deps: ActionItemDeps, entry: Deed): Done {
  return answerForMoney(deps, entry, ({ order, now, by }) => {
    const recorded = { at: now, recordedBy: by, source: "elsewhere" as const, operatorUid: null, note: entry.note }
    const body = { orderId: order.id, recorded }
    return { order: recordRefund(order, recorded), ops: [{ kind: "refund.recorded", body }] }
  })
}

/** What looked like a second payment was none, so nothing must be refunded. */
function denySecondPayment(deps: ActionItemDeps, entry: Deed): Done {
  const { note } = entry
  return answerForMoney(deps, entry, ({ order, now, by }) => {
    const names = secondPayments(order).map(({ what, key }) => ({ what, key }))
    const resolved = names.reduce((all, name) => resolve(all, name, { by, note, now }) ?? all, order)
    const ops = names.map(
      (name): DownWrite => ({ kind: "conflict.resolved", body: { orderId: order.id, ...name, by, note } }),
    )
    return { order: names.length > 0 ? resolved : null, ops }
  })
}

interface MoneyAnswer {
  /** Null: the order has no such money. */
  readonly order: OrderRecord | null
  readonly ops: readonly DownWrite[]
}

interface Answering {
  readonly order: OrderRecord
  readonly now: string
  readonly by: string
}

/** The order's home records the answer. A store is asked to, and its copy of the order ends the item. */
function answerForMoney(deps: ActionItemDeps, entry: Deed, answer: (of: Answering) => MoneyAnswer): Done {
  const { store, downlink } = deps
  const { key, note, caller } = entry
  return store.write(tenantOf(entry), async (tx) => {
    const known = await findOrder(tx, key)
    if (known) await lockStoreLogs(tx, [known.order.storeId])
    const kept = known && (await lockOrder(tx, key))
    const money = kept && toMoneyToReturn(kept.order)
    const answered = kept && answer({ order: kept.order, now: tx.now, by: `headquarters:${caller.personId}` })
    if (!money || !answered?.order) return refuse("CONFLICT", "Somebody has answered for it.")
    if (kept.home === "hub") await updateOrder(tx, { ...kept, order: answered.order }, "hub")
    else if (await dismissItem(tx, { kind: "refund", key: answerKeyOf(money), personId: caller.personId, note })) {
      await downlink.append(tx.system, kept.order.storeId, ...answered.ops)
    } else return refuse("CONFLICT", "Somebody has answered for it, and its store has not confirmed yet.")
    await entry.also(tx.system)
    return null
  })
}

function aside({ store }: ActionItemDeps, kind: ActionItemKind, entry: Deed): Done {
  const { key, note, caller } = entry
  return store.write(tenantOf(entry), async (tx) => {
    const { personId } = caller
    if (!(await dismissItem(tx, { kind, key, personId, note }))) return refuse("CONFLICT", "Somebody has dismissed it.")
    const done = { personId, action: "attention.dismiss" as const, subject: `${kind} ${key}` }
    await recordAudit(tx, { ...done, detail: { vendorId: entry.vendorId, note }, vendorIds: [entry.vendorId] })
    return null
  })
}

function tenantOf({ caller: { accountId }, vendorId }: Deed) {
  return { accountId, vendorId }
}

function parkedKey(key: string) {
  const [epoch = "", seq = "", storeId = ""] = key.split("/")
  return { storeId, epoch, seq: Number(seq) }
}

/** Maps the owners' refusals to the codes that this endpoint lists. */
function narrowRefusal(refusal: Refusal): Refusal<"VALIDATION_ERROR" | "NOT_FOUND" | "CONFLICT"> {
  const { refused, message } = refusal
  if (refused === "VALIDATION_ERROR" || refused === "NOT_FOUND") return { ...refusal, refused }
  return refuse("CONFLICT", message)
}
