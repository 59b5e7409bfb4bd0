/** Takes a person on, or changes name, role or PIN; whoever is taken on first is a manager and signs in at once. */
import { Button, PasswordInput, Select, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { changeStaff, createStaff, type StaffMember } from "../../../protocol/http/staff.ts"
import { STAFF_ROLES, type StaffRole } from "../../../protocol/rules/users/staff-roles.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { useLanguage } from "./language.ts"

const PIN = /^\d{4,8}$/

interface StaffFormProps {
  /** null: a new one. */
  readonly person: StaffMember | null
  readonly isFirst: boolean
  readonly onDone: () => Promise<void>
}

export function StaffForm({ person, isFirst, onDone }: StaffFormProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { enter } = useStaff()
  const { pending, trouble, ask } = useRequest()
  const [id] = useState(() => person?.id ?? makeUuid())
  const [name, setName] = useState(person?.name ?? "")
  const [role, setRole] = useState<StaffRole>(person?.role ?? (isFirst ? "manager" : "cashier"))
  const [pin, setPin] = useState("")
  const [again, setAgain] = useState("")
  const pinIsFine = (person !== null && pin === "") || (PIN.test(pin) && pin === again)
  const save = async () => {
    const body = { name: name.trim(), role, ...(pin !== "" && { pin }) }
    const answer = person
      ? await ask(() => client.call(changeStaff, { params: { staffId: id }, body }))
      : await ask(() => client.call(createStaff, { body: { ...body, id, pin } }))
    if (!answer) return
    if (isFirst) await enter(pin)
    await onDone()
  }
  return (
    <Stack>
      {isFirst && <Text>{t("people.firstText")}</Text>}
      <TextInput
        label={t("people.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      {!isFirst && (
        <Select
          label={t("people.role")}
          description={t(`people.may.${role}`)}
          data={STAFF_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(value) => setRole(value as StaffRole)}
        />
      )}
      <PinField
        label={t(person ? "people.newPin" : "people.pin")}
        hint={t("people.pinHint")}
        value={pin}
        onPin={setPin}
      />
      <PinField
        label={t("people.pinAgain")}
        value={again}
        onPin={setAgain}
        error={again !== "" && again !== pin && t("people.pinDiffers")}
      />
      <ErrorState answer={trouble} />
      <Button size="xl" loading={pending} disabled={name.trim() === "" || !pinIsFine} onClick={save}>
        {t("manage.save")}
      </Button>
    </Stack>
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
      onChange={(event) => onPin(event.currentTarget.value.replace(/\D/g, "").slice(0, 8))}
      inputMode="numeric"
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-hidden": true }}
      error={error}
    />
  )
}
