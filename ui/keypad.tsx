/** A numeric keypad for touch screens. */
import { SimpleGrid, UnstyledButton } from "@mantine/core"
import { useFigures } from "./figures.tsx"
import { Icon } from "./icons.tsx"
import { useLanguage } from "./language.tsx"

const ERASE = "erase"
const DIGITS_MAX = 12

/** Returns the text after a key. A key other than a digit or `erase` is the decimal separator. */
export function pressKey(text: string, key: string, decimals: number): string {
  if (key === ERASE) return text.slice(0, -1)
  if (text.length + key.length > DIGITS_MAX) return text
  const [whole = "", fraction] = text.split(/[.,]/)
  if (!/\d/.test(key)) return fraction !== undefined || decimals === 0 ? text : `${whole || "0"}${key}`
  if (fraction !== undefined) return fraction.length + key.length > decimals ? text : text + key
  return whole === "" || whole === "0" ? key.replace(/^00$/, "0") : text + key
}

interface KeypadProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function Keypad({ value, onChange }: KeypadProps) {
  const { t } = useLanguage()
  const { decimals, point } = useFigures()
  const keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3", decimals > 0 ? point : "00", "0", ERASE]
  return (
    <SimpleGrid cols={3} spacing="xs" verticalSpacing="xs">
      {keys.map((key) => (
        <UnstyledButton
          key={key}
          className="key"
          aria-label={key === ERASE ? t("common.erase") : undefined}
          onClick={() => onChange(pressKey(value, key, decimals))}
        >
          {key === ERASE ? <Icon name="erase" /> : key}
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
