/** A text field for an amount of money. Shows an error while it cannot be read. */
import { TextInput, type TextInputProps } from "@mantine/core"
import type { Scaled } from "../protocol/money.ts"
import { useFigures } from "./figures.tsx"
import { useLanguage } from "./language.tsx"
import { readAmount } from "./read-amount.ts"

interface MoneyFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The text as typed; `useAmount` reads it. */
  readonly value: string
  readonly onChange: (text: string) => void
}

export function MoneyField({ value, onChange, error, ...rest }: MoneyFieldProps) {
  const { t } = useLanguage()
  const figures = useFigures()
  const { money, currency } = figures
  const amount = readAmount(value, figures)
  return (
    <TextInput
      {...rest}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      placeholder={money(0)}
      rightSection={<span className="unit">{currency}</span>}
      rightSectionWidth={64}
      error={error ?? (amount === null && t("common.notAnAmount"))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Null while the text is no amount. */
export function useAmount(text: string): Scaled | null {
  return readAmount(text, useFigures())
}
