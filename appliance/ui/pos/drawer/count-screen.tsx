/** The blind count that closes a shift: every note and coin, float included, before anything is told about what was expected. */
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
import { LooseAndSum, NOTHING_TYPED, Pieces, type Typed } from "./piece-counts.tsx"
import { type Counts, useCountDraft } from "./use-count-draft.ts"

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
  /** The shift's own first. */
  readonly currencies: readonly string[]
  readonly onClosed: (record: ShiftClose) => void
  readonly onBack: () => void
}

export function CountScreen({ shift, currencies, onClosed, onBack }: CountScreenProps) {
  const { t } = useLanguage()
  const { point } = useFigures()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, trouble, ask } = useRequest()
  const { draft, change, end } = useCountDraft(shift.shiftId)
  const { counts, reason, notes, approval, tokenId } = draft
  const setCounts = (next: (known: Counts) => Counts) => change((known) => ({ ...known, counts: next(known.counts) }))
  const typedIn = (currency: string) => counts[currency] ?? NOTHING_TYPED
  const looseOf = ({ loose }: Typed, currency: string) => readAmount(loose, { decimals: decimalsOf(currency), point })
  const rowsOf = (typed: Typed, currency: string) => ({
    currency,
    counted: countedRows({ pieces: typed.pieces, loose: looseOf(typed, currency) ?? 0 }),
  })
  const readable = currencies.every((currency) => looseOf(typedIn(currency), currency) !== null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === null || !readable) return
    const [counted, ...others] = currencies.map((currency) => rowsOf(typedIn(currency), currency))
    const body = {
      counted: counted?.counted ?? [],
      ...(others.length > 0 && { others }),
      reason,
      ...(notes.trim() !== "" && { notes: notes.trim() }),
      ...(approval && { authorizationTokenId: tokenId }),
    }
    const answer = await ask(() => client.call(closeShift, { params: { shiftId: shift.shiftId }, body }))
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
        <CountsByCurrency currencies={currencies} counts={counts} onChange={setCounts} />
        <Paper className="card" p="lg">
          <Stack>
            {currencies.map((currency) => (
              <InCurrency key={currency} currency={currency}>
                <LooseAndSum
                  value={typedIn(currency)}
                  onChange={(typed) => setCounts((known) => ({ ...known, [currency]: typed }))}
                />
              </InCurrency>
            ))}
            <Why
              reason={reason}
              onReason={(picked) => change((known) => ({ ...known, reason: picked }))}
              notes={notes}
              onNotes={(text) => change((known) => ({ ...known, notes: text }))}
            />
            <Switch
              size="lg"
              label={t("count.approval")}
              checked={approval}
              onChange={({ currentTarget: { checked } }) => change((known) => ({ ...known, approval: checked }))}
            />
            <ErrorState answer={trouble} />
            <Button type="submit" size="xl" loading={pending} disabled={reason === null || !readable}>
              {t("count.submit")}
            </Button>
          </Stack>
        </Paper>
      </div>
    </form>
  )
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
              value={counts[currency] ?? NOTHING_TYPED}
              onChange={(typed) => onChange((known) => ({ ...known, [currency]: typed }))}
            />
          </InCurrency>
        </Fragment>
      ))}
    </Stack>
  )
}

interface WhyProps {
  readonly reason: CashReason | null
  readonly onReason: (reason: CashReason | null) => void
  readonly notes: string
  readonly onNotes: (notes: string) => void
}

function Why({ reason, onReason, notes, onNotes }: WhyProps) {
  const { t } = useLanguage()
  return (
    <>
      <Select
        label={t("count.reason")}
        description={t("count.reasonHelp")}
        placeholder={t("count.pickReason")}
        required
        data={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason}
        onChange={(value) => onReason(value as CashReason | null)}
      />
      <Textarea
        label={t("count.notes")}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={NOTES_MAX}
        value={notes}
        onChange={(event) => onNotes(event.currentTarget.value)}
      />
    </>
  )
}
