/** Words an audit entry's details for the audit log: amount, reason, outcome, document, who authorised it. Leaves out ids. */
import type { AuditEntry } from "../protocol/http/staff.ts"
import { type Scaled, scaleMajor } from "../protocol/money.ts"
import { type DetailLanguage, detailCodes, detailWords, ID } from "./detail-words.ts"
import { useLanguage } from "./language.tsx"
import type { AUDIT_ACTIONS } from "./messages/audit.ts"
import type { DOCUMENTS } from "./messages/documents.ts"

/** Details that `auditWords` words itself. The rest goes to `others`. */
const WORDED_HERE = [
  ...["amount", "openingBalance", "currency", "category", "reason", "authorizerName"],
  ...["method", "outcome", "document", "copyNumber", "operatorName"],
]

interface AuditLanguage {
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

interface AuditWords {
  readonly actionOf: (action: string) => string
  readonly allowedBy: (name: string) => string
  /** The entry's details; may be empty. */
  readonly detailsOf: (entry: Pick<AuditEntry, "subject" | "detail" | "authorisedBy">) => string
}

export function useAuditWords({
  money,
  moment,
}: Pick<AuditLanguage, "money"> & Pick<DetailLanguage, "moment">): AuditWords {
  const { t, wordOf } = useLanguage<keyof typeof AUDIT_ACTIONS | keyof typeof DOCUMENTS>()
  const details = useDetails(moment)
  const allowedBy = (name: string) => t("auditLog.authorised", { name })
  const language: AuditLanguage = {
    category: (code) => wordOf(`category.${code}`, code),
    reason: (code) => wordOf(`reason.${code}`, wordOf(`opening.${code}`, code)),
    method: (code) => wordOf(`method.${code}`, code),
    outcome: (code) => wordOf(`outcome.${code}`, code),
    copyOf: (document, n) => `${wordOf(`document.${document}`, document)}, ${t("job.copy", { n })}`,
    allowedBy,
    money,
    others: details,
  }
  return {
    actionOf: (action) => wordOf(`action.${action}`, action),
    allowedBy,
    detailsOf: (entry) => auditWords(entry, language),
  }
}

/** Words an audit entry's details with the page's messages. */
export function useDetails(moment: DetailLanguage["moment"]): (detail: AuditEntry["detail"]) => string {
  const { t, keyOf } = useLanguage()
  const message = (text: string, value = "") => {
    const key = keyOf(text)
    return key && t(key, { value })
  }
  return (detail) => detailWords(detail, { message, moment })
}
