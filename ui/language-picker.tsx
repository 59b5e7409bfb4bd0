/** Switches the page's language. */
import { SegmentedControl } from "@mantine/core"
import { useLanguage } from "./language.tsx"
import type { Language } from "./translate.ts"

const NAMES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: "es", label: "Español" },
  { value: "pt", label: "Português" },
  { value: "en", label: "English" },
]

export function LanguagePicker() {
  const { language, setLanguage, t } = useLanguage()
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={t("common.language")}
      data={[...NAMES]}
      value={language}
      onChange={(value) => setLanguage(value as Language)}
    />
  )
}
