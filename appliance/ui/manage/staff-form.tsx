/** Creates a staff member or changes name, role or PIN. The first one is a manager and is signed in at once. */
import { Button, Select, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { changeStaff, createStaff, type StaffMember } from "../../../protocol/http/staff.ts"
import { pinDigitsMin } from "../../../protocol/rules/users/pin-attempts.ts"
import { STAFF_ROLES, type StaffRole } from "../../../protocol/rules/users/staff-roles.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { NewPin } from "../../../ui/staff/new-pin.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { useLanguage } from "./language.ts"

interface StaffFormProps {
  /** Null for a new person. */
  readonly person: StaffMember | null
  readonly isFirst: boolean
  readonly onDone: () => Promise<void>
}

export function StaffForm({ person, isFirst, onDone }: StaffFormProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { enter } = useStaff()
  const { pending, error, request } = useRequest()
  const [id] = useState(() => person?.id ?? makeUuid())
  const [name, setName] = useState(person?.name ?? "")
  const [role, setRole] = useState<StaffRole>(person?.role ?? (isFirst ? "manager" : "cashier"))
  const [pin, setPin] = useState<string | null>(null)
  const [isPinTyped, setPinTyped] = useState(false)
  const pinIsFine = pin !== null || (person !== null && !isPinTyped)
  const save = async () => {
    const body = { name: name.trim(), role, ...(pin !== null && { pin }) }
    const answer = person
      ? await request(() => client.call(changeStaff, { params: { staffId: id }, body }))
      : await request(() => client.call(createStaff, { body: { ...body, id, pin: pin ?? "" } }))
    if (!answer) return
    if (isFirst && pin !== null) await enter(id, pin)
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
      <NewPin
        key={role}
        digitsMin={pinDigitsMin(role)}
        label={t(person ? "people.newPin" : "people.pin")}
        onPin={setPin}
        onTyped={setPinTyped}
      />
      <ErrorState answer={error} />
      <Button size="xl" loading={pending} disabled={name.trim() === "" || !pinIsFine} onClick={save}>
        {t("manage.save")}
      </Button>
    </Stack>
  )
}
