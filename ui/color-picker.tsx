/** Chooses the colour scheme (light, dark, system); it is stored on this device. */
import { SegmentedControl, useMantineColorScheme } from "@mantine/core"
import { useLanguage } from "./language.tsx"

const COLORS = ["light", "dark", "auto"] as const

export function ColorPicker() {
  const { t } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={t("colors.label")}
      data={COLORS.map((value) => ({ value, label: t(`colors.${value}`) }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as (typeof COLORS)[number])}
    />
  )
}
