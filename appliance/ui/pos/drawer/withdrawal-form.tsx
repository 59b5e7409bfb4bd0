/** Records a withdrawal from the drawer. */
import { Button, Paper, SegmentedControl, Select, Stack, Text, Textarea, TextInput, Title } from "@mantine/core"
import { type FormEvent, useRef, useState } from "react"
import { withdrawCash } from "../../../../protocol/http/register.ts"
import { toMajor } from "../../../../protocol/money.ts"
import type { WithdrawalCategory } from "../../../../protocol/shapes/cash-close.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import type { RequestError } from "../../../../ui/explain.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"
import type { Today } from "../today.ts"
import { useToday } from "../use-today.tsx"

const CATEGORIES = ["SAFE_DROP", "BANK_DEPOSIT", "PAID_OUT", "TIP_OUT", "SHIFT_HANDOVER", "OTHER"] as const
const NOTES_MAX = 500

interface Draft {
  readonly amount: string
  readonly category: WithdrawalCategory
  readonly authorizer: string
  readonly notes: string
}

const EMPTY: Draft = { amount: "", category: "SAFE_DROP", authorizer: "", notes: "" }

interface WithdrawalProps {
  readonly shift: NonNullable<Today["shift"]>
  /** Currencies of the drawer, the shift's first. */
  readonly currencies: readonly string[]
}

export function WithdrawalForm({ shift, currencies }: WithdrawalProps) {
  const { t } = useLanguage()
  const [currency, setCurrency] = useState(shift.currency)
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t("withdraw.title")}
        </Title>
        {currencies.length > 1 && (
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t("withdraw.currency")}
            data={[...currencies]}
            value={currency}
            onChange={setCurrency}
          />
        )}
        <InCurrency currency={currency}>
          <Form key={currency} shift={shift} currency={currency} />
        </InCurrency>
      </Stack>
    </Paper>
  )
}

function Form({ shift, currency }: { shift: WithdrawalProps["shift"]; currency: string }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const [draft, setDraft] = useState(EMPTY)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const [submitted, setSubmitted] = useState("")
  const withdrawalId = useRef(makeUuid())
  const amount = useAmount(draft.amount)
  const tooMuch = isTooMuch(error)
  const ready = amount !== null && amount > 0 && (draft.category !== "OTHER" || draft.notes.trim() !== "")
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || amount === null) return
    const other = currency !== shift.currency && { currency }
    const body = { withdrawalId: withdrawalId.current, amount: toMajor(amount), ...wordsOf(draft), ...other }
    setSubmitted(draft.amount)
    const answer = await request(() => client.call(withdrawCash, { params: { shiftId: shift.shiftId }, body }))
    if (!answer) return
    withdrawalId.current = makeUuid()
    setWithdrawn(money(amount))
    setDraft(EMPTY)
    await refresh()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Fields draft={draft} onChange={setDraft} tooMuch={tooMuch && draft.amount === submitted} />
        {!tooMuch && <ErrorState answer={error} />}
        {withdrawn && (
          <Text role="status" c="good">
            {t("withdraw.done", { amount: withdrawn })}
          </Text>
        )}
        <Button type="submit" loading={pending} disabled={!ready}>
          {t("withdraw.submit")}
        </Button>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** The box refused this amount. */
  readonly tooMuch: boolean
}

function Fields({ draft, onChange, tooMuch }: FieldsProps) {
  const { t } = useLanguage()
  const other = draft.category === "OTHER"
  return (
    <>
      <MoneyField
        label={t("withdraw.amount")}
        value={draft.amount}
        error={tooMuch ? t("withdraw.tooMuch") : undefined}
        onChange={(amount) => onChange({ ...draft, amount })}
      />
      <Select
        label={t("withdraw.category")}
        data={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        value={draft.category}
        onChange={(category) => category && onChange({ ...draft, category: category as WithdrawalCategory })}
      />
      <TextInput
        label={t("withdraw.authorizer")}
        value={draft.authorizer}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => onChange({ ...draft, authorizer: event.currentTarget.value })}
      />
      <Textarea
        label={other ? t("withdraw.notesNeeded") : t("withdraw.notes")}
        required={other}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={NOTES_MAX}
        value={draft.notes}
        onChange={(event) => onChange({ ...draft, notes: event.currentTarget.value })}
      />
    </>
  )
}

/** The form has checked the number, so a refused amount is above the limit for one withdrawal. */
function isTooMuch(error: RequestError | null): boolean {
  return error !== null && !error.offline && error.details.some(({ path }) => path === "amount")
}

function wordsOf({ category, authorizer, notes }: Draft) {
  return {
    category,
    ...(authorizer.trim() !== "" && { authorizerName: authorizer.trim() }),
    ...(notes.trim() !== "" && { notes: notes.trim() }),
  }
}
