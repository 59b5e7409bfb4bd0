/** The blind count that closes a shift: every note and coin, float included, before anything is told about what was expected. */
import { Button, NumberInput, Paper, Select, Stack, Text, Textarea, Title } from "@mantine/core"
import { type FormEvent, type KeyboardEvent, useState } from "react"
import { closeShift } from "../../../protocol/http/register.ts"
import type { CashReason, CashReconciliation } from "../../../protocol/shapes/cash-close.ts"
import { useFigures } from "../kit/figures.tsx"
import { Icon } from "../kit/icons.tsx"
import { useLanguage } from "../kit/language.tsx"
import { MoneyField, useAmount } from "../kit/money-field.tsx"
import { Trouble } from "../kit/states.tsx"
import { useAsk } from "../kit/use-ask.ts"
import { useBox } from "./box.tsx"
import { type Count, countedRows, countedTotal, denominationsOf } from "./cash.ts"
import type { Today } from "./today.ts"
import { useToday } from "./use-today.tsx"

const REASONS = [
  "OTHER",
  "COUNTING_ERROR",
  "WRONG_CHANGE_GIVEN",
  "INCOMPLETE_CUSTOMER_PAYMENT",
  "MINOR_UNIDENTIFIED_DIFFERENCE",
  "UNRECORDED_PAYMENT",
  "THEFT_SUSPECTED",
] as const
const PIECES_MAX = 100_000
const NOTES_MAX = 2_000

interface CountScreenProps {
  readonly shift: NonNullable<Today["shift"]>
  readonly onClosed: (record: CashReconciliation) => void
  readonly onBack: () => void
}

export function CountScreen({ shift, onClosed, onBack }: CountScreenProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, trouble, ask } = useAsk()
  const [pieces, setPieces] = useState<Count["pieces"]>({})
  const [looseText, setLooseText] = useState("")
  const [reason, setReason] = useState<CashReason | null>(null)
  const [notes, setNotes] = useState("")
  const loose = useAmount(looseText)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === null || loose === null) return
    const counted = countedRows({ pieces, loose })
    const body = { counted, reason, ...(notes.trim() !== "" && { notes: notes.trim() }) }
    const answer = await ask(() => client.call(closeShift, { params: { shiftId: shift.shiftId }, body }))
    if (!answer) return
    onClosed(answer.data)
    await refresh()
  }
  return (
    <form className="column" onSubmit={submit}>
      <Button variant="subtle" leftSection={<Icon name="back" />} onClick={onBack} className="start">
        {t("count.back")}
      </Button>
      <Title order={1} size="h2">
        {t("count.title", { name: shift.operatorName })}
      </Title>
      <Text>{t("count.rule")}</Text>
      <div className="pair">
        <Pieces pieces={pieces} onChange={setPieces} />
        <Paper className="card" p="lg">
          <Stack>
            <MoneyField
              label={t("count.loose")}
              description={t("count.looseHelp")}
              value={looseText}
              onChange={setLooseText}
            />
            <Counted count={{ pieces, loose: loose ?? 0 }} />
            <Select
              label={t("count.reason")}
              description={t("count.reasonHelp")}
              placeholder={t("count.pickReason")}
              required
              data={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
              value={reason}
              onChange={(value) => setReason(value as CashReason | null)}
            />
            <Textarea
              label={t("count.notes")}
              autosize
              minRows={1}
              maxRows={5}
              maxLength={NOTES_MAX}
              value={notes}
              onChange={(event) => setNotes(event.currentTarget.value)}
            />
            <Trouble answer={trouble} />
            <Button type="submit" size="xl" loading={pending} disabled={reason === null || loose === null}>
              {t("count.submit")}
            </Button>
          </Stack>
        </Paper>
      </div>
    </form>
  )
}

function Counted({ count }: { count: Count }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  return (
    <div className="change" aria-live="polite">
      <span>{t("count.total")}</span>
      <b className="figures" data-counted>
        {money(countedTotal(count))}
      </b>
    </div>
  )
}

function Pieces({ pieces, onChange }: { pieces: Count["pieces"]; onChange: (pieces: Count["pieces"]) => void }) {
  const { t } = useLanguage()
  const { money, currency } = useFigures()
  return (
    <Paper className="card" p="lg">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter goes on to the next field inside */}
      <div className="pieces" onKeyDown={goOn}>
        {denominationsOf(currency).map(({ value, kind }) => (
          <div key={value} className="piece">
            <label className="figures" htmlFor={`piece-${value}`}>
              {money(value)} <small>{t(`count.${kind}`)}</small>
            </label>
            <NumberInput
              id={`piece-${value}`}
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
              onChange={(count) => onChange({ ...pieces, [value]: Number(count) || 0 })}
            />
            <span className="figures piece-sum">{money(value * (pieces[value] ?? 0))}</span>
          </div>
        ))}
      </div>
    </Paper>
  )
}

/** Whoever counts types a figure and presses Enter: that must not close the shift. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter") return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll("input")]
  const at = fields.indexOf(event.target as HTMLInputElement)
  fields[at + 1]?.focus()
}
