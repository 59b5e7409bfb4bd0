/** What stands beside a deed in the trail: how much, what for, what came of it, which paper, who allowed it, whose shift; no ids, which nobody reads. */

import type { AuditEntry } from "../protocol/http/staff.ts"
import { type Scaled, scaleMajor } from "../protocol/money.ts"
import { detailCodes, ID } from "./detail-words.ts"

/** What has its own place in the sentence. */
const TOLD = [
  ...["amount", "openingBalance", "currency", "category", "reason", "authorizerName"],
  ...["method", "outcome", "document", "copyNumber", "operatorName"],
]

export interface AuditLanguage {
  /** A code in words, or the code. */
  readonly category: (code: string) => string
  readonly reason: (code: string) => string
  readonly method: (code: string) => string
  /** What became of a payment in doubt. */
  readonly outcome: (code: string) => string
  readonly copyOf: (document: string, copyNumber: number) => string
  readonly allowedBy: (name: string) => string
  readonly money: (amount: Scaled, currency: string | null) => string
  /** All else, each with its word. */
  readonly others: (detail: AuditEntry["detail"]) => string
}

type Deed = Pick<AuditEntry, "subject" | "detail" | "authorisedBy">

export function auditWords({ subject, detail, authorisedBy }: Deed, language: AuditLanguage): string {
  const text = (name: string) => (typeof detail[name] === "string" ? detail[name] : null)
  const amount = scaleMajor(Number(detail.amount ?? detail.openingBalance ?? Number.NaN))
  const [category, reason, allowed] = [text("category"), text("reason"), text("authorizerName")]
  const [method, outcome, document] = [text("method"), text("outcome"), text("document")]
  const told = [
    amount === null ? null : language.money(amount, text("currency")),
    method && language.method(method),
    outcome && language.outcome(outcome),
    document && language.copyOf(document, Number(detail.copyNumber)),
    category && language.category(category),
    reason && language.reason(reason),
    text("operatorName"),
    // Who lent the role by a PIN stands with who did it.
    allowed && allowed !== authorisedBy && language.allowedBy(allowed),
    language.others(Object.fromEntries(Object.entries(detail).filter(([name]) => !TOLD.includes(name)))),
  ].filter(Boolean)
  const named = subject !== null && !ID.test(subject) ? [subject] : []
  return [...named, ...told].join(" · ")
}

/** For support: what it was done to and all that was written down of it. */
export function auditCodes({ action, subject, detail }: Pick<AuditEntry, "action" | "subject" | "detail">): string {
  return [action, subject, detailCodes(detail)].filter(Boolean).join(" · ")
}
