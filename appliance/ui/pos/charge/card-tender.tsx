/** A card, or any other method with its own terminal: the cashier enters the result that the terminal shows. */
import { Button, Group, Stack, Text, UnstyledButton } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import type { Scaled } from "../../../../protocol/money.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { writeAmount } from "../../../../ui/read-amount.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { useLanguage } from "../language.ts"
import { moveFocus } from "../move-focus.ts"
import type { TakenTender } from "../sale.ts"
import type { Menu } from "../today.ts"
import { useToday } from "../use-today.tsx"
import { declineWord } from "./decline-word.ts"

interface CardTenderProps {
  readonly method: string
  readonly due: Scaled
  readonly reasons: Menu["declineReasons"]
  readonly onTake: (tender: TakenTender) => void
  /** Called for a payment whose result nobody knows. Null when the sale already has such a payment. */
  readonly onDoubt: ((tender: TakenTender) => void) | null
}

export function CardTender({ method, due, reasons, onTake, onDoubt }: CardTenderProps) {
  const { t } = useLanguage()
  const figures = useFigures()
  const { money } = figures
  const { boxNow } = useToday()
  const [typed, setTyped] = useState(() => writeAmount(due, figures))
  const [declining, setDeclining] = useState(false)
  const amount = useAmount(typed)
  const tooMuch = amount !== null && amount > due
  const ready = amount !== null && !tooMuch && (amount > 0 || due === 0)
  const tenderOf = (status: TakenTender["status"], declineReason: string | null, paid: Scaled) => ({
    transactionId: makeUuid(),
    status,
    method,
    amount: paid,
    received: null,
    declineReason,
    occurredAt: boxNow(),
  })
  const take = (status: TakenTender["status"], declineReason: string | null) => {
    if (ready) onTake(tenderOf(status, declineReason, amount))
  }
  return (
    <Stack>
      <MoneyField
        label={t("card.amount")}
        value={typed}
        onChange={setTyped}
        error={tooMuch ? t("card.tooMuch", { due: money(due) }) : undefined}
      />
      <Text>{t("card.ask")}</Text>
      <TerminalResult
        disabled={!ready}
        declining={declining}
        onApproved={() => take("approved", null)}
        onDeclined={() => setDeclining(!declining)}
      />
      {onDoubt ? (
        <ConfirmButton
          variant="subtle"
          disabled={!ready || amount === 0}
          onConfirm={() => ready && onDoubt(tenderOf("approved", null, amount))}
        >
          {t("card.unknown")}
        </ConfirmButton>
      ) : (
        <Text c="dimmed">{t("card.oneUnknown")}</Text>
      )}
      {declining && <Reasons reasons={reasons} onPick={(code) => take("declined", code)} />}
    </Stack>
  )
}

interface TerminalResultProps {
  readonly disabled: boolean
  /** The reasons for a decline are open. */
  readonly declining: boolean
  readonly onApproved: () => void
  readonly onDeclined: () => void
}

function TerminalResult({ disabled, declining, onApproved, onDeclined }: TerminalResultProps) {
  const { t } = useLanguage()
  return (
    <Group grow>
      <Button size="xl" color="good" leftSection={<Icon name="check" />} disabled={disabled} onClick={onApproved}>
        {t("card.approved")}
      </Button>
      <Button
        size="xl"
        variant="outline"
        color="bad"
        leftSection={<Icon name="cross" />}
        disabled={disabled}
        aria-expanded={declining}
        onClick={onDeclined}
      >
        {t("card.declined")}
      </Button>
    </Group>
  )
}

function Reasons({ reasons, onPick }: { reasons: Menu["declineReasons"]; onPick: (code: string | null) => void }) {
  const language = useLanguage()
  const { t } = language
  const place = useRef<HTMLFieldSetElement>(null)
  // On a low screen the reasons would open below the visible part.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <fieldset className="options" onKeyDown={moveFocus} ref={place}>
      <legend>{t("card.why")}</legend>
      <div className="option-grid">
        {reasons.map(({ code }) => (
          <UnstyledButton key={code} className="option" onClick={() => onPick(code)}>
            {declineWord(code, language)}
          </UnstyledButton>
        ))}
        <UnstyledButton className="option" onClick={() => onPick(null)}>
          {t("card.noReason")}
        </UnstyledButton>
      </div>
    </fieldset>
  )
}
