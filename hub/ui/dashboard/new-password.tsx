/** Two fields for a new password, which must be equal. */
import { PasswordInput } from "@mantine/core"
import { useLanguage } from "./language.ts"

export const PASSWORD_MIN = 10

interface TypedTwice {
  readonly first: string
  readonly second: string
}

export const NOTHING_TYPED: TypedTwice = { first: "", second: "" }

/** Null while the password is too short or the two differ. */
export function passwordOf({ first, second }: TypedTwice): string | null {
  return first.length >= PASSWORD_MIN && first === second ? first : null
}

interface NewPasswordProps {
  readonly value: TypedTwice
  readonly onChange: (value: TypedTwice) => void
}

export function NewPassword({ value, onChange }: NewPasswordProps) {
  const { t } = useLanguage()
  const short = value.first !== "" && value.first.length < PASSWORD_MIN
  const differs = value.second !== "" && value.first !== value.second
  return (
    <>
      <PasswordInput
        label={t("password.new")}
        description={t("password.rule", { min: PASSWORD_MIN })}
        error={short && t("password.short", { min: PASSWORD_MIN })}
        autoComplete="new-password"
        required
        value={value.first}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
      />
      <PasswordInput
        label={t("password.again")}
        error={differs && t("password.differs")}
        autoComplete="new-password"
        required
        value={value.second}
        onChange={(event) => onChange({ ...value, second: event.currentTarget.value })}
      />
    </>
  )
}
