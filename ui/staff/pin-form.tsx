/** A pad for a PIN: touch or keyboard, shown as dots. */
import { Button, PasswordInput, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core"
import { type FormEvent, useState } from "react"
import type { NoAnswer, Refused } from "../../protocol/client/index.ts"
import { useFigures } from "../figures.tsx"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import { ErrorState } from "../states.tsx"

const DIGITS_MIN = 4
const DIGITS_MAX = 8
const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const

interface PinFormProps {
  /** null: it worked. */
  readonly onPin: (pin: string) => Promise<Refused | NoAnswer | null>
  /** Where something else is typed beside it, the keys are not taken from there. */
  readonly takesFocus?: boolean
}

export function PinForm({ onPin, takesFocus = true }: PinFormProps) {
  const { t } = useLanguage()
  const [pin, setPin] = useState("")
  const [pending, setPending] = useState(false)
  const [trouble, setTrouble] = useState<Refused | NoAnswer | null>(null)
  const type = (text: string) => setPin(text.replace(/\D/g, "").slice(0, DIGITS_MAX))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    const refused = await onPin(pin)
    setPending(false)
    setTrouble(refused)
    setPin("")
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          size="lg"
          label={t("staff.pin")}
          value={pin}
          onChange={(event) => type(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-hidden": true }}
          data-autofocus={takesFocus || undefined}
          ref={(input) => {
            if (takesFocus) input?.focus({ preventScroll: true })
          }}
        />
        <SimpleGrid cols={3} spacing="xs" verticalSpacing="xs">
          {ROWS.map((digit) => (
            <UnstyledButton key={digit} className="key" onClick={() => type(pin + digit)}>
              {digit}
            </UnstyledButton>
          ))}
          <span />
          <UnstyledButton className="key" onClick={() => type(`${pin}0`)}>
            0
          </UnstyledButton>
          <UnstyledButton className="key" aria-label={t("staff.erase")} onClick={() => setPin(pin.slice(0, -1))}>
            <Icon name="erase" />
          </UnstyledButton>
        </SimpleGrid>
        <ErrorState answer={trouble} />
        <Until answer={trouble} />
        <Button type="submit" size="xl" loading={pending} disabled={pin.length < DIGITS_MIN}>
          {t("staff.signIn")}
        </Button>
      </Stack>
    </form>
  )
}

function Until({ answer }: { answer: Refused | NoAnswer | null }) {
  const { t } = useLanguage()
  const { time } = useFigures()
  const until = answer && !answer.offline ? answer.data.until : null
  if (typeof until !== "string") return null
  return <Text size="sm">{t("staff.lockedUntil", { time: time(until) })}</Text>
}
