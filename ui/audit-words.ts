/** Words an audit entry's details for the audit log: amount, reason, outcome, document, who authorised it. Leaves out ids. */

import type { AuditEntry } from "../protocol/http/staff.ts"
import { type Scaled, scaleMajor } from "../protocol/money.ts"
import { detailCodes, ID } from "./detail-words.ts"

/** Details that `auditWords` words itself. The rest goes to `others`. */
const WORDED_HERE = [
  ...["amount", "openingBalance", "currency", "category", "reason", "authorizerName"],
  ...["method", "outcome", "document", "copyNumber", "operatorName"],
]

export interface AuditLanguage {
  /** These take a code and return its words, or the code if there are none. */
  readonly category: (code: string) => string
  readonly reason: (code: string) => string
  readonly method: (code: string) => string
  readonly outcome: (code: string) => string
  readonly copyOf: (document: string, copyNumber: number) => string
  readonly allowedBy: (name: string) => string
  readonly money: (amount: Scaled, currency: string | null) => string
  /** All other details, each with its label. */
  readonly others: (detail: AuditEntry["detail"]) => string
}

type Entry = Pick<AuditEntry, "subject" | "detail" | "authorisedBy">

export function auditWords({ subject, detail, authorisedBy }: Entry, language: AuditLanguage): string {
  const text = (name: string) => (typeof detail[name] === "string" ? detail[name] : null)
  const amount = scaleMajor(Number(detail.amount ?? detail.openingBalance ?? Number.NaN))
  const [category, reason, allowed] = [text("category"), text("reason"), text("authorizerName")]
  const [method, outcome, document] = [text("method"), text("outcome"), text("document")]
  const words = [
    amount === null ? null : language.money(amount, text("currency")),
    method && language.method(method),
    outcome && language.outcome(outcome),
    document && language.copyOf(document, Number(detail.copyNumber)),
    category && language.category(category),
    reason && language.reason(reason),
    text("operatorName"),
    // A supervisor who authorised by PIN is shown beside the actor, not here again.
    allowed && allowed !== authorisedBy && language.allowedBy(allowed),
    language.others(Object.fromEntries(Object.entries(detail).filter(([name]) => !WORDED_HERE.includes(name)))),
  ].filter(Boolean)
  const named = subject !== null && !ID.test(subject) ? [subject] : []
  return [...named, ...words].join(" · ")
}

/** For support: action, subject and all recorded details as codes. */
export function auditCodes({ action, subject, detail }: Pick<AuditEntry, "action" | "subject" | "detail">): string {
  return [action, subject, detailCodes(detail)].filter(Boolean).join(" · ")
}
