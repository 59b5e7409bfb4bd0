/** Asks for a person and the PIN. The person comes first, because wrong PINs are counted per person. */
import { Button, PasswordInput, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core"
import { type FormEvent, useState } from "react"
import type { NoAnswer, Refused } from "../../protocol/client/index.ts"
import type { StaffSummary } from "../../protocol/http/staff.ts"
import { reaches, type StaffRole } from "../../protocol/rules/users/staff-roles.ts"
import { useFigures } from "../figures.tsx"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import { ErrorState } from "../states.tsx"
import { useStaff } from "./staff.tsx"

const DIGITS_MIN = 4
const DIGITS_MAX = 8
const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const

interface PinFormProps {
  /** Returns null on success. */
  readonly onPin: (staffId: string, pin: string) => Promise<Refused | NoAnswer | null>
  /** Only people with at least this role are listed. */
  readonly least?: StaffRole
  /** False where another field on the screen needs the focus. */
  readonly takesFocus?: boolean
}

export function PinForm({ onPin, least = "cashier", takesFocus = true }: PinFormProps) {
  const people = useStaff().people.filter(({ role }) => reaches(role, least))
  const [chosen, choose] = useState<string | null>(null)
  const [first, ...more] = people
  const person = more.length === 0 ? first : people.find(({ id }) => id === chosen)
  if (!person) return <PersonList people={people} onChoose={choose} />
  return (
    <PinPad
      key={person.id}
      person={person}
      onPin={(pin) => onPin(person.id, pin)}
      takesFocus={takesFocus}
      onBack={more.length === 0 ? null : () => choose(null)}
    />
  )
}

function PersonList({ people, onChoose }: { people: readonly StaffSummary[]; onChoose: (id: string) => void }) {
  const { t } = useLanguage()
  return (
    <Stack gap="xs" role="group" aria-label={t("staff.who")} className="people">
      {people.map(({ id, name }) => (
        <Button key={id} size="lg" variant="default" onClick={() => onChoose(id)}>
          {name}
        </Button>
      ))}
    </Stack>
  )
}

interface PinPadProps {
  readonly person: StaffSummary
  readonly onPin: (pin: string) => Promise<Refused | NoAnswer | null>
  readonly takesFocus: boolean
  /** Null if there is only one person. */
  readonly onBack: (() => void) | null
}

function PinPad({ person, onPin, takesFocus, onBack }: PinPadProps) {
  const { t } = useLanguage()
  const [pin, setPin] = useState("")
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<Refused | NoAnswer | null>(null)
  const type = (text: string) => setPin(text.replace(/\D/g, "").slice(0, DIGITS_MAX))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    const refused = await onPin(pin)
    setPending(false)
    setError(refused)
    setPin("")
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          size="lg"
          label={t("staff.pin")}
          placeholder={person.name}
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
          {onBack ? (
            <UnstyledButton className="key" aria-label={t("staff.other")} onClick={onBack}>
              <Icon name="back" />
            </UnstyledButton>
          ) : (
            <span />
          )}
          <UnstyledButton className="key" onClick={() => type(`${pin}0`)}>
            0
          </UnstyledButton>
          <UnstyledButton className="key" aria-label={t("staff.erase")} onClick={() => setPin(pin.slice(0, -1))}>
            <Icon name="erase" />
          </UnstyledButton>
        </SimpleGrid>
        <ErrorState answer={error} />
        <Until answer={error} />
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
