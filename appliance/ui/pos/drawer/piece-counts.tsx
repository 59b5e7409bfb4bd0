/** Fields for the count in one currency: pieces of each denomination, loose cash, and the sum. */
import { NumberInput, Paper, Stack } from "@mantine/core"
import type { KeyboardEvent } from "react"
import { useFigures } from "../../../../ui/figures.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { type Count, countedTotal, denominationsOf } from "../cash.ts"
import { useLanguage } from "../language.ts"

const PIECES_MAX = 100_000

export interface TypedCount {
  readonly pieces: Count["pieces"]
  readonly loose: string
}

export const NOTHING_TYPED: TypedCount = { pieces: {}, loose: "" }

interface CountProps {
  readonly value: TypedCount
  readonly onChange: (value: TypedCount) => void
}

export function Pieces({ value: { pieces, loose }, onChange }: CountProps) {
  const { t } = useLanguage()
  const { money, currency } = useFigures()
  const change = (value: number, count: number) => onChange({ loose, pieces: { ...pieces, [value]: count } })
  return (
    <Paper className="card" p="lg">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves to the next field inside */}
      <div className="pieces" onKeyDown={focusNextField}>
        {denominationsOf(currency).map(({ value, kind }) => (
          <div key={value} className="piece">
            <label className="figures" htmlFor={`piece-${currency}-${value}`}>
              {money(value)} <small>{t(`count.${kind}`)}</small>
            </label>
            <NumberInput
              id={`piece-${currency}-${value}`}
              size="md"
              min={0}
              max={PIECES_MAX}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              hideControls
              inputMode="numeric"
              placeholder="0"
              value={pieces[value] ?? ""}
              onChange={(count) => change(value, Number(count) || 0)}
            />
            <span className="figures piece-sum">{money(value * (pieces[value] ?? 0))}</span>
          </div>
        ))}
      </div>
    </Paper>
  )
}

export function LooseAndSum({ value, onChange }: CountProps) {
  const { t } = useLanguage()
  const { money, currency } = useFigures()
  const loose = useAmount(value.loose)
  return (
    <Stack>
      <MoneyField
        label={t("count.loose")}
        description={t("count.looseHelp")}
        value={value.loose}
        onChange={(text) => onChange({ ...value, loose: text })}
      />
      <div className="change" aria-live="polite">
        <span>{t("count.total")}</span>
        <b className="figures" data-counted={currency}>
          {money(countedTotal({ pieces: value.pieces, loose: loose ?? 0 }))}
        </b>
      </div>
    </Stack>
  )
}

/** Enter moves to the next field; it must not submit the count. */
function focusNextField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter") return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll("input")]
  const at = fields.indexOf(event.target as HTMLInputElement)
  fields[at + 1]?.focus()
}
