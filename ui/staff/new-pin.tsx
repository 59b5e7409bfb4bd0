/** Two fields for a new PIN, which must be equal. */
import { PasswordInput } from "@mantine/core"
import { useState } from "react"
import { useLanguage } from "../language.tsx"

const DIGITS_MAX = 8

interface NewPinProps {
  readonly digitsMin: number
  readonly label?: string
  /** Null while it is too short or the two differ. */
  readonly onPin: (pin: string | null) => void
  /** Whether a field is not empty. */
  readonly onTyped?: (isTyped: boolean) => void
}

export function NewPin({ digitsMin, label, onPin, onTyped }: NewPinProps) {
  const { t } = useLanguage()
  const [pin, setPin] = useState("")
  const [again, setAgain] = useState("")
  const type = (one: string, other: string) => {
    setPin(one)
    setAgain(other)
    onPin(one.length >= digitsMin && one === other ? one : null)
    onTyped?.(one !== "" || other !== "")
  }
  return (
    <>
      <PinField
        label={label ?? t("staff.newPin")}
        hint={t("staff.pinHint", { digits: digitsMin })}
        value={pin}
        onPin={(text) => type(text, again)}
      />
      <PinField
        label={t("staff.pinAgain")}
        value={again}
        onPin={(text) => type(pin, text)}
        error={again !== "" && again !== pin && t("staff.pinDiffers")}
      />
    </>
  )
}

interface PinFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onPin: (pin: string) => void
  readonly error?: string | false
}

function PinField({ label, hint, value, onPin, error }: PinFieldProps) {
  return (
    <PasswordInput
      size="lg"
      label={label}
      description={hint}
      value={value}
      onChange={(event) => onPin(event.currentTarget.value.replace(/\D/g, "").slice(0, DIGITS_MAX))}
      inputMode="numeric"
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-hidden": true }}
      error={error}
    />
  )
}
