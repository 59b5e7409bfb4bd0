/** A pad of digits for a finger; what it writes can be typed as well. Pure text in, text out. */
import { SimpleGrid, UnstyledButton } from "@mantine/core"
import { Icon } from "./icons.tsx"
import { useLanguage } from "./language.tsx"

const ERASE = "erase"
const DIGITS_MAX = 12

export function pressKey(text: string, key: string, decimals: number): string {
  if (key === ERASE) return text.slice(0, -1)
  if (text.length + key.length > DIGITS_MAX) return text
  if (key === ".") return text.includes(".") || decimals === 0 ? text : `${text || "0"}.`
  const fraction = text.split(".")[1]
  if (fraction !== undefined && fraction.length + key.length > decimals) return text
  return text === "0" || (text === "" && key === "00") ? key.replace("00", "0") : text + key
}

interface KeypadProps {
  readonly value: string
  readonly decimals: number
  readonly onChange: (value: string) => void
}

export function Keypad({ value, decimals, onChange }: KeypadProps) {
  const { t } = useLanguage()
  const keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3", decimals > 0 ? "." : "00", "0", ERASE]
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
