/** Lists action items for the dashboard, and counts them up to a hundred. */
import {
  ACTION_ITEM_COUNT_MAX,
  ACTION_ITEM_KINDS,
  type ActionItem,
  type ActionItemAction,
  type ActionItemKind,
  type countActionItems,
  type listActionItems,
} from "../../protocol/http/admin/action-items.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal } from "../../protocol/refusals.ts"
import { redact, redactText } from "../../protocol/rules/requests/redact.ts"
import { ConflictReason } from "../../protocol/shapes/conflict.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { seesBuyers } from "../order-timeline/index.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { accountOf, vendorsRequested } from "../users/index.ts"
import {
  type ActionItemQuery,
  type Row,
  readDays,
  readDeadLetters,
  readDocuments,
  readEndpoints,
  readJobs,
  readLostSales,
  readPayments,
  readStoreDeadLetters,
  storeNames,
} from "./action-items-store.ts"
import { readConflicts } from "./conflicts-store.ts"
import { readRefunds } from "./refunds-store.ts"

const READERS: Readonly<Record<ActionItemKind, (scope: TenantRead, query: ActionItemQuery) => Promise<Row[]>>> = {
  parked: readDeadLetters,
  parkedInStore: readStoreDeadLetters,
  job: readJobs,
  document: readDocuments,
  payment: readPayments,
  conflict: readConflicts,
  refund: readRefunds,
  endpoint: readEndpoints,
  lostSale: readLostSales,
  day: readDays,
}

export const countActionItemsHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof countActionItems> =>
  async ({ query, caller }) => {
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const asked = { vendorIds, after: null, limit: ACTION_ITEM_COUNT_MAX }
    const counts = await store.read(accountOf(caller), async (scope) => {
      const found: { kind: ActionItemKind; count: number }[] = []
      for (const kind of ACTION_ITEM_KINDS) found.push({ kind, count: (await rowsOf(scope, kind, asked)).length })
      return found
    })
    return { status: 200, data: { counts } }
  }

export const listActionItemsHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof listActionItems> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 2)
    if (query.after !== undefined && after === null) {
      return invalid({ path: "after", message: "is not the `next` of a page" })
    }
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const size = sizeOf(query)
    const showsBuyers = seesBuyers(caller)
    const data = await store.read(accountOf(caller), async (scope) => {
      const rows = await rowsOf(scope, query.kind, { vendorIds, after, limit: size + 1 })
      const page = cursorPage(rows, size, ({ at, key }) => [at, key])
      const ids = page.items.flatMap(({ storeId }) => (storeId === null ? [] : [storeId]))
      const names = await storeNames(scope, [...new Set(ids)])
      return { items: page.items.map((row) => toItem(query.kind, row, { names, showsBuyers })), next: page.next }
    })
    return { status: 200, data }
  }

async function rowsOf(scope: TenantRead, kind: ActionItemKind, query: ActionItemQuery): Promise<Row[]> {
  return query.vendorIds.length === 0 ? [] : READERS[kind](scope, query)
}

interface Showing {
  readonly names: ReadonlyMap<string, string>
  readonly showsBuyers: boolean
}

function toItem(kind: ActionItemKind, row: Row, { names, showsBuyers }: Showing): ActionItem {
  const {
    storeId,
    why,
    reason,
    mayRetry: _,
    arrived: __,
    isPaidTwice: ___,
    askedAt = null,
    guest = null,
    ...rest
  } = row
  return {
    ...rest,
    kind,
    storeId,
    askedAt,
    guest: showsBuyers ? guest : null,
    storeName: storeId === null ? null : (names.get(storeId) ?? null),
    why: redactText(why, { showsPersonal: false }),
    ...(reason && { reason: redact(ConflictReason, reason, { showsPersonal: false }) as ConflictReason }),
    advice: adviceOf(kind, row),
    actions: actionsOf(kind, row),
  }
}

/** By the first word of the reason. */
const DOCUMENT_ADVICE = [
  ["NUMBERED_TWICE, VOID", "twiceCancelled"],
  ["NUMBERED_TWICE", "twice"],
  ["NOT_VOIDED", "notVoided"],
  ["UNRULED", "unruled"],
] as const

function adviceOf(kind: ActionItemKind, { why, what, askedAt, mayRetry, isPaidTwice, arrived = null }: Row): string {
  if (kind === "document") return DOCUMENT_ADVICE.find(([start]) => why.startsWith(start))?.[1] ?? "refused"
  if (kind === "payment") return why
  if (kind === "conflict") return askedAt ? "asked" : `conflict.${what}`
  if (kind === "endpoint") return why === "failing" ? "failing" : "paused"
  if (kind === "job") return what.startsWith("webhook") ? "delivery" : "job"
  if (kind === "refund") return askedAt ? "refundRecorded" : isPaidTwice ? "conflict.payment" : kind
  if (kind === "parkedInStore") return askedAt ? "asked" : mayRetry ? kind : "sendAnew"
  if (kind === "lostSale" && arrived !== null) return arrived === "SUCCEEDED" ? "arrived" : "arrivedUnpaid"
  return kind
}

function actionsOf(kind: ActionItemKind, { why, askedAt, mayRetry, isPaidTwice }: Row): ActionItemAction[] {
  if (kind === "parkedInStore") return askedAt ? [] : mayRetry ? ["replay", "dismiss"] : ["dismiss"]
  if (kind === "conflict") return askedAt ? [] : ["dismiss"]
  if (kind === "refund") return askedAt ? [] : isPaidTwice ? ["record", "dismiss"] : ["record"]
  if (kind === "parked" || kind === "job") return ["replay", "dismiss"]
  if (kind === "endpoint") return []
  if (kind !== "document") return ["dismiss"]
  // A late document needs no action yet, and one that is being voided continues by itself.
  if (why.startsWith("UNRULED")) return []
  return why === "NUMBERED_TWICE" || why.startsWith("NUMBERED_TWICE:") ? ["void", "dismiss"] : ["dismiss"]
}
