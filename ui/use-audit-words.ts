/** Words a store's audit entries. The page must have the messages of actions, details and documents. */
import type { AuditEntry } from "../protocol/http/staff.ts"
import { type AuditLanguage, auditWords } from "./audit-words.ts"
import { type DetailLanguage, detailWords } from "./detail-words.ts"
import { useLanguage } from "./language.tsx"
import type { AUDIT_ACTIONS } from "./messages/audit.ts"
import type { DOCUMENTS } from "./messages/documents.ts"

interface AuditWords {
  readonly act: (action: string) => string
  readonly allowedBy: (name: string) => string
  /** The entry's details; may be empty. */
  readonly beside: (deed: Pick<AuditEntry, "subject" | "detail" | "authorisedBy">) => string
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
    act: (action) => wordOf(`action.${action}`, action),
    allowedBy,
    beside: (deed) => auditWords(deed, language),
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
