/** The operator's actions on fiscal documents: list the stuck ones and why, settle one with a note, void a second number. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { requestVoidDocument } from "./cancel-duplicate.ts"
import { ownerOf, SETTLED, type StuckRow, settleFlag, stuckRequests } from "./stuck-documents-store.ts"

/** A document without a ruling is listed after this time. */
export const STUCK_AFTER_MS = 3_600_000

export interface StuckDocument {
  readonly fiscalRequestId: string
  readonly vendorId: string
  readonly orderId: string
  readonly operation: FiscalRecord["operation"]
  readonly documentNumber: string | null
  readonly numberedAt: string
  /** The flag, or that the authority has not ruled. */
  readonly why: string
}

/** Writes the audit entry of an action, in its transaction. */
type Also = (tx: SystemWrite) => Promise<void>

export interface FiscalAdmin {
  list(limit: number): Promise<StuckDocument[]>
  /** Settles a document with a note; the document itself stays as it is. */
  settle(fiscalRequestId: string, note: string, also?: Also): Promise<{ readonly settled: true } | Refusal>
  /** Voids the second number of a sale at the authority. The document leaves the list once that is done. */
  void(fiscalRequestId: string, also?: Also): Promise<{ readonly voiding: true } | Refusal>
}

export function createFiscalAdmin({ store, clock, ids }: { store: HubStore; clock: Clock; ids: Ids }): FiscalAdmin {
  return {
    async list(limit) {
      const handedBefore = new Date(clock.ms() - STUCK_AFTER_MS).toISOString()
      return (await store.system.read((scope) => stuckRequests(scope, { handedBefore, limit }))).map(viewOf)
    },
    async settle(fiscalRequestId, note, also) {
      const flag = `${SETTLED} ${clock.iso()}: ${note}`
      const done = await store.system.write(async (scope) => {
        const settled = await settleFlag(scope, fiscalRequestId.toLowerCase(), flag)
        if (settled) await also?.(scope)
        return settled
      })
      return done ? { settled: true } : unknown(fiscalRequestId)
    },
    void: (given, also) =>
      store.system.write(async (scope) => {
        const fiscalRequestId = given.toLowerCase()
        const owner = await ownerOf(scope, fiscalRequestId)
        if (!owner) return unknown(given)
        const refused = await requestVoidDocument(fence(scope, owner, store.dialect), ids, fiscalRequestId)
        if (!refused) await also?.(scope)
        return refused ?? { voiding: true }
      }),
  }
}

function unknown(fiscalRequestId: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `No document ${fiscalRequestId} asks for a person.`)
}

function viewOf(row: StuckRow): StuckDocument {
  const { orderId, operation, representation }: FiscalRecord = JSON.parse(row.record)
  return {
    fiscalRequestId: row.fiscal_request_id,
    vendorId: row.vendor_id,
    orderId,
    operation,
    documentNumber: representation.documentNumber,
    numberedAt: row.created_at,
    why: row.flag ?? (row.submission === "handed" ? "is on its way to the authority" : "the authority has not ruled"),
  }
}
