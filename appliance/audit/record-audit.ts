/** Writes the audit log: an entry in the transaction of the action, and an operation that sends it to the hub. */
import type { Endpoint, RequestOf, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { AuditEntry } from "../../protocol/http/staff.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Audited } from "../../protocol/rules/users/staff-roles.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { appendAudit } from "./audit-store.ts"

export interface AuditDeps {
  readonly ids: Pick<Ids, "uuid">
  readonly outbox: Outbox
}

export interface Act {
  readonly action: Audited
  /** Null for the box itself or its console. */
  readonly caller: VendorCaller | null
  readonly subject?: string | null
  /** Never a PIN, a code or a key. */
  readonly detail?: Record<string, unknown>
}

export type RecordAudit = (tx: BoxTx, act: Act) => void

export function createRecordAudit({ ids, outbox }: AuditDeps): RecordAudit {
  return (tx, { action, caller, subject = null, detail = {} }) => {
    const entry: AuditEntry = {
      id: ids.uuid(),
      at: tx.now,
      action,
      deviceId: caller?.keyId ?? null,
      deviceName: caller?.device?.name ?? null,
      staffId: caller?.staff?.id ?? null,
      staffName: caller?.staff?.name ?? null,
      authorisedBy: caller?.authoriser?.name ?? null,
      subject,
      detail,
    }
    appendAudit(tx, entry)
    outbox.record(tx, { kind: "audit.recorded", body: { entry } })
  }
}

/** Writes an entry when the handler has changed something. A refusal, or a repeat (200 instead of 201), writes none. */
export function audited<E extends Endpoint>(
  record: RecordAudit,
  handler: BoxHandler<E>,
  describe: (request: RequestOf<E>, answer: unknown) => Pick<Act, "action" | "subject" | "detail"> | null,
): BoxHandler<E> {
  return (tx, request) => {
    const answer = handler(tx, request)
    const act = isRefusal(answer) ? null : describe(request, answer)
    if (act) record(tx, { ...act, caller: request.caller })
    return answer
  }
}
