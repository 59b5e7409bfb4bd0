/** Takes cash: the amount received, typed or picked, and the change. */
import { Button, Stack } from "@mantine/core"
import { type FormEvent, useState } from "react"
import type { Scaled } from "../../../../protocol/money.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { Keypad } from "../../../../ui/keypad.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { writeAmount } from "../../../../ui/read-amount.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { giveCash, quickAmounts } from "../cash.ts"
import { useLanguage } from "../language.ts"
import type { TakenTender } from "../sale.ts"
import { useToday } from "../use-today.tsx"

const METHOD = "CASH"

interface CashTenderProps {
  readonly due: Scaled
  readonly onTake: (tender: TakenTender) => void
}

export function CashTender({ due, onTake }: CashTenderProps) {
  const { t } = useLanguage()
  const figures = useFigures()
  const { money } = figures
  const { boxNow } = useToday()
  const [typed, setTyped] = useState("")
  const received = useAmount(typed)
  const cash = giveCash(received ?? 0, due)
  const short = cash.paid > 0 && cash.left > 0
  const ready = received !== null && (received > 0 || due === 0)
  const take = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    onTake({
      transactionId: makeUuid(),
      status: "approved",
      method: METHOD,
      amount: cash.paid,
      received,
      declineReason: null,
      occurredAt: boxNow(),
    })
  }
  return (
    <form className="pay" onSubmit={take}>
      <Stack gap="sm">
        <MoneyField label={t("cash.received")} value={typed} onChange={setTyped} autoFocus className="received" />
        <QuickAmounts due={due} onPick={(amount) => setTyped(writeAmount(amount, figures))} />
        <div className={`change ${short ? "change-left" : ""}`} aria-live="polite">
          <span>{short ? t("cash.left") : t("cash.change")}</span>
          <b className="figures">{money(short ? cash.left : cash.change)}</b>
        </div>
        <Button type="submit" size="xl" disabled={!ready}>
          {short ? t("cash.takePart", { amount: money(cash.paid) }) : t("cash.take")}
        </Button>
      </Stack>
      <Keypad value={typed} onChange={setTyped} />
    </form>
  )
}

function QuickAmounts({ due, onPick }: { due: Scaled; onPick: (amount: Scaled) => void }) {
  const { t } = useLanguage()
  const { money, currency } = useFigures()
  return (
    <div className="quick">
      {quickAmounts(due, currency).map((amount) => (
        <Button key={amount} variant="default" className="figures" onClick={() => onPick(amount)}>
          {amount === due ? t("cash.exact") : money(amount)}
        </Button>
      ))}
    </div>
  )
}
