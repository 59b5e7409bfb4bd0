/** A person deals with what asks for one: by the desk that it belongs to, with an entry in the trail of the same transaction. */
import type { AttentionAction, AttentionKind, settleAttention } from "../../protocol/http/admin/attention.ts"
import type { Handler, PersonCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { FiscalDesk } from "../fiscal/index.ts"
import { accountOf, recordAudit, recordAuditOf } from "../people/index.ts"
import type { JobsDesk } from "../queue/index.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { askOfParked, type SettleParked } from "../sync/index.ts"
import type { Downlink, HoldLines } from "../tenants/index.ts"
import { putAside, vendorOf } from "./attention-store.ts"

export interface AttentionParts {
  readonly store: HubStore
  readonly jobs: JobsDesk
  readonly fiscal: FiscalDesk
  readonly settleParked: SettleParked
  readonly downlink: Downlink
  readonly holdLines: HoldLines
}

interface Deed {
  readonly key: string
  readonly action: AttentionAction
  readonly note: string
  readonly caller: PersonCaller
  readonly vendorId: string
  /** Leaves the entry in the trail, in the transaction of the deed. */
  readonly also: (tx: SystemWrite) => Promise<void>
}

type Done = Promise<unknown | Refusal>

/** Whatever is not listed is no action of that kind. */
const DEEDS: Readonly<
  Record<AttentionKind, Partial<Record<AttentionAction, (parts: AttentionParts, deed: Deed) => Done>>>
> = {
  parked: {
    replay: ({ settleParked }, { key, also }) => settleParked(parkedKey(key), "replayed", also),
    dismiss: ({ settleParked }, { key, also }) => settleParked(parkedKey(key), "dismissed", also),
  },
  parkedInStore: {
    replay: (parts, deed) => askBox(parts, "retry", deed),
    dismiss: (parts, deed) => askBox(parts, "dismiss", deed),
  },
  job: {
    replay: ({ jobs }, deed) => jobs.retry(deed.key, tenantOf(deed), deed.also),
    dismiss: ({ jobs }, deed) => jobs.dismiss(deed.key, deed.note, tenantOf(deed), deed.also),
  },
  document: {
    void: ({ fiscal }, { key, also }) => fiscal.void(key, also),
    dismiss: ({ fiscal }, { key, note, also }) => fiscal.settle(key, note, also),
  },
  payment: { dismiss: (parts, deed) => aside(parts, "payment", deed) },
  lostSale: { dismiss: (parts, deed) => aside(parts, "lostSale", deed) },
  day: { dismiss: (parts, deed) => aside(parts, "day", deed) },
  endpoint: {},
}

export const settleAttentionHandler =
  (parts: AttentionParts): Handler<typeof settleAttention> =>
  async ({ body, caller }) => {
    const { kind, key, action } = body
    const note = body.note?.trim() ?? ""
    const act = DEEDS[kind][action]
    if (!act) return invalid({ path: "action", message: `is nothing that can be done with a ${kind}` })
    if (action === "dismiss" && note === "") return invalid({ path: "note", message: "must say why" })
    const vendorId = await parts.store.read(accountOf(caller), (scope) => vendorOf(scope, kind, key))
    if (vendorId === null || !caller.vendorIds.includes(vendorId)) return refuse("NOT_FOUND", "Nothing of this asks.")
    const deed = { personId: caller.personId, action: `attention.${action}` as const, subject: `${kind} ${key}` }
    const detail = { vendorId, ...(note !== "" && { note }) }
    const also = (tx: SystemWrite) => recordAuditOf(tx, caller.accountId, { ...deed, detail, vendorIds: [vendorId] })
    const done = await act(parts, { key, action, note, caller, vendorId, also })
    return isRefusal(done) ? narrowed(done) : { status: 200, data: { settled: true } }
  }

/** The box has it, so the box decides: it is asked, and tells what came of it. */
function askBox({ store, downlink, holdLines }: AttentionParts, as: "retry" | "dismiss", deed: Deed): Done {
  const [mark = "", storeId = ""] = deed.key.split("/")
  return store.write(tenantOf(deed), async (tx) => {
    // Before the row that the box itself may be telling anew.
    await holdLines(tx, [storeId])
    if (!(await askOfParked(tx, { storeId, mark, as }))) {
      return refuse("CONFLICT", "Its store has been asked already, or it must not be taken in late: send it anew.")
    }
    await deed.also(tx.system)
    const by = `headquarters:${deed.caller.personId}`
    await downlink.append(tx.system, storeId, { kind: "parked.settled", body: { mark, as, by, why: deed.note } })
    return null
  })
}

function aside({ store }: AttentionParts, kind: AttentionKind, deed: Deed): Done {
  const { key, note, caller } = deed
  return store.write(tenantOf(deed), async (tx) => {
    const { personId } = caller
    if (!(await putAside(tx, { kind, key, personId, note }))) return refuse("CONFLICT", "Somebody has dismissed it.")
    const done = { personId, action: "attention.dismiss" as const, subject: `${kind} ${key}` }
    await recordAudit(tx, { ...done, detail: { vendorId: deed.vendorId, note }, vendorIds: [deed.vendorId] })
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

/** What desks refuse with, in the codes that this endpoint lists. */
function narrowed(refusal: Refusal): Refusal<"VALIDATION_ERROR" | "NOT_FOUND" | "CONFLICT"> {
  const { refused, message } = refusal
  if (refused === "VALIDATION_ERROR" || refused === "NOT_FOUND") return { ...refusal, refused }
  return refuse("CONFLICT", message)
}
