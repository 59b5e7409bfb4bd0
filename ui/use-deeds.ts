/** The deeds of a store's trail in words, for the pages whose messages hold those of deeds, papers and trade. */
import type { AuditEntry } from "../protocol/http/staff.ts"
import { type DeedLanguage, deedWords } from "./deed-words.ts"
import { useLanguage } from "./language.tsx"
import type { DEEDS } from "./messages/deeds.ts"
import type { PAPERS } from "./messages/papers.ts"

export interface Deeds {
  readonly act: (action: string) => string
  readonly allowedBy: (name: string) => string
  /** Empty where there is nothing to say. */
  readonly beside: (deed: Pick<AuditEntry, "subject" | "detail" | "authorisedBy">) => string
}

export function useDeeds(money: DeedLanguage["money"]): Deeds {
  const { t, wordOf } = useLanguage<keyof typeof DEEDS | keyof typeof PAPERS>()
  const allowedBy = (name: string) => t("trail.authorised", { name })
  const language: DeedLanguage = {
    category: (code) => wordOf(`category.${code}`, code),
    reason: (code) => wordOf(`reason.${code}`, code),
    method: (code) => wordOf(`method.${code}`, code),
    outcome: (code) => wordOf(`outcome.${code}`, code),
    copyOf: (document, n) => `${wordOf(`document.${document}`, document)}, ${t("job.copy", { n })}`,
    allowedBy,
    money,
  }
  return {
    act: (action) => wordOf(`act.${action}`, action),
    allowedBy,
    beside: (deed) => deedWords(deed, language),
  }
}
