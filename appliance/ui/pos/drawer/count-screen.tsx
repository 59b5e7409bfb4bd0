/** The blind count that closes a shift: the cashier counts all notes and coins, float included, before seeing the expected amount. */
import { Button, Paper, Select, Stack, Switch, Text, Textarea, Title } from "@mantine/core"
import { type FormEvent, Fragment } from "react"
import { closeShift } from "../../../../protocol/http/register.ts"
import { decimalsOf } from "../../../../protocol/print/format.ts"
import type { CashReason } from "../../../../protocol/shapes/cash-close.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { readAmount } from "../../../../ui/read-amount.ts"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { countedRows } from "../cash.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"
import type { ShiftClose, Today } from "../today.ts"
import { useToday } from "../use-today.tsx"
import { LooseAndSum, NOTHING_TYPED, Pieces, type TypedCount } from "./piece-counts.tsx"
import { type CountDraft, type Counts, useCountDraft } from "./use-count-draft.ts"

const REASONS = [
  "OTHER",
  "COUNTING_ERROR",
  "WRONG_CHANGE_GIVEN",
  "INCOMPLETE_CUSTOMER_PAYMENT",
  "MINOR_UNIDENTIFIED_DIFFERENCE",
  "UNRECORDED_PAYMENT",
  "THEFT_SUSPECTED",
] as const
const NOTES_MAX = 2_000

interface CountScreenProps {
  readonly shift: NonNullable<Today["shift"]>
  /** The shift's currency first. */
  readonly currencies: readonly string[]
  readonly onClosed: (record: ShiftClose) => void
  readonly onBack: () => void
}

export function CountScreen({ shift, currencies, onClosed, onBack }: CountScreenProps) {
  const { t } = useLanguage()
  const { point } = useFigures()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const { draft, change, end } = useCountDraft(shift.shiftId)
  const body = closeRequestOf(draft, currencies, point)
  const setCounts = (next: (known: Counts) => Counts) => change((known) => ({ ...known, counts: next(known.counts) }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!body) return
    const answer = await request(() => client.call(closeShift, { params: { shiftId: shift.shiftId }, body }))
    if (!answer) return
    end()
    onClosed(answer.data)
    await refresh()
  }
  return (
    <form className="column" onSubmit={submit}>
      <Button variant="subtle" leftSection={<Icon name="back" />} disabled={pending} onClick={onBack} className="start">
        {t("count.back")}
      </Button>
      <Title order={1} size="h2">
        {t("count.title", { name: shift.operatorName })}
      </Title>
      <Text>{t("count.rule")}</Text>
      <div className="pair">
        <CountsByCurrency currencies={currencies} counts={draft.counts} onChange={setCounts} />
        <Paper className="card" p="lg">
          <Stack>
            {currencies.map((currency) => (
              <InCurrency key={currency} currency={currency}>
                <LooseAndSum
                  value={typedIn(draft.counts, currency)}
                  onChange={(typed) => setCounts((known) => ({ ...known, [currency]: typed }))}
                />
              </InCurrency>
            ))}
            <Explanation draft={draft} onChange={(changed) => change((known) => ({ ...known, ...changed }))} />
            <ErrorState answer={error} />
            <Button type="submit" size="xl" loading={pending} disabled={!body}>
              {t("count.submit")}
            </Button>
          </Stack>
        </Paper>
      </div>
    </form>
  )
}

function typedIn(counts: Counts, currency: string): TypedCount {
  return counts[currency] ?? NOTHING_TYPED
}

/** The request that closes the shift; null while an amount cannot be read or the reason is missing. */
function closeRequestOf(
  { counts, reason, notes, approval, tokenId }: CountDraft,
  currencies: readonly string[],
  point: string,
) {
  const rows = currencies.map((currency) => {
    const { pieces, loose: text } = typedIn(counts, currency)
    const loose = readAmount(text, { decimals: decimalsOf(currency), point })
    return loose === null ? null : { currency, counted: countedRows({ pieces, loose }) }
  })
  const complete = rows.filter((row) => row !== null)
  if (reason === null || complete.length < rows.length) return null
  const [first, ...others] = complete
  return {
    counted: first?.counted ?? [],
    ...(others.length > 0 && { others }),
    reason,
    ...(notes.trim() !== "" && { notes: notes.trim() }),
    ...(approval && { authorizationTokenId: tokenId }),
  }
}

interface CountsProps {
  readonly currencies: readonly string[]
  readonly counts: Counts
  readonly onChange: (change: (known: Counts) => Counts) => void
}

function CountsByCurrency({ currencies, counts, onChange }: CountsProps) {
  return (
    <Stack>
      {currencies.map((currency) => (
        <Fragment key={currency}>
          {currencies.length > 1 && (
            <Title order={2} size="h3">
              {currency}
            </Title>
          )}
          <InCurrency currency={currency}>
            <Pieces
              value={typedIn(counts, currency)}
              onChange={(typed) => onChange((known) => ({ ...known, [currency]: typed }))}
            />
          </InCurrency>
        </Fragment>
      ))}
    </Stack>
  )
}

interface ExplanationProps {
  readonly draft: CountDraft
  readonly onChange: (changed: Partial<CountDraft>) => void
}

/** Reason and notes for a difference, and whether a supervisor approves it. */
function Explanation({ draft, onChange }: ExplanationProps) {
  const { t } = useLanguage()
  return (
    <>
      <Select
        label={t("count.reason")}
        description={t("count.reasonHelp")}
        placeholder={t("count.pickReason")}
        required
        data={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={draft.reason}
        onChange={(value) => onChange({ reason: value as CashReason | null })}
      />
      <Textarea
        label={t("count.notes")}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={NOTES_MAX}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
      <Switch
        size="lg"
        label={t("count.approval")}
        checked={draft.approval}
        onChange={({ currentTarget: { checked } }) => onChange({ approval: checked })}
      />
    </>
  )
}
