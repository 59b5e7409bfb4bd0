/** Words the causes of a store's state. Pure. */
import type { StoreCause } from "../../../../protocol/http/admin/stores.ts"
import { isBoxComponentId } from "../../../../protocol/rules/health/heartbeat.ts"
import type { LanguageState } from "../../../../ui/language.tsx"
import type { MessageKey } from "../messages/index.ts"

type CauseLanguage = Pick<LanguageState<MessageKey>, "t" | "wordOf">

export function causeWords(
  { is, componentId, reason, operatingMinutes, count }: StoreCause,
  language: CauseLanguage,
): string {
  const id = isBoxComponentId(componentId ?? "") ? language.t("part.appliance") : (componentId ?? "")
  const minutes = Math.floor(operatingMinutes ?? 0)
  return language.t(`cause.${is}`, { id, reason: degradedWord(reason, language), minutes, count: count ?? 0 })
}

/** Words a component's reason, such as `printer_down`. */
export function degradedWord(reason: string | null, { wordOf }: Pick<CauseLanguage, "wordOf">): string {
  return reason === null ? "" : wordOf(`degraded.${reason}`, reason)
}
