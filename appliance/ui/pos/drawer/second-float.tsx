/** Fields for a float in a second currency. Most stores have none. */
import { Button, Select } from "@mantine/core"
import { useFigures } from "../../../../ui/figures.tsx"
import { MoneyField } from "../../../../ui/money-field.tsx"
import { CURRENCIES } from "../cash.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"

export interface SecondFloat {
  readonly currency: string
  readonly amount: string
}

interface SecondFloatProps {
  readonly value: SecondFloat | null
  readonly onChange: (value: SecondFloat | null) => void
}

export function SecondFloatFields({ value, onChange }: SecondFloatProps) {
  const { t } = useLanguage()
  const { currency } = useFigures()
  const others = CURRENCIES.filter((code) => code !== currency)
  if (!value) {
    return (
      <Button variant="subtle" onClick={() => onChange({ currency: others[0] ?? currency, amount: "" })}>
        {t("openShift.second")}
      </Button>
    )
  }
  return (
    <>
      <Select
        label={t("openShift.secondCurrency")}
        data={others}
        value={value.currency}
        onChange={(code) => onChange(code === null ? null : { ...value, currency: code })}
        clearable
      />
      <InCurrency currency={value.currency}>
        <MoneyField
          label={t("openShift.float")}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount })}
        />
      </InCurrency>
    </>
  )
}
