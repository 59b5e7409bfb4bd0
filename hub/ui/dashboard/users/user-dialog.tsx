/** Invites a person, or changes one. */
import { Button, Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { changeUser, inviteUser, type OneTimeLink, type User } from "../../../../protocol/http/admin/users.ts"
import { USER_ROLES, type UserRole } from "../../../../protocol/rules/users/user-roles.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../session.tsx"

interface PersonDialogProps {
  /** Null for a new one. */
  readonly person: User | null
  readonly onClose: () => void
  readonly onLink: (shown: { email: string; link: OneTimeLink }) => void
  readonly onChanged: () => Promise<void>
}

export function UserDialog({ person, onClose, onLink, onChanged }: PersonDialogProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, trouble, ask } = useRequest()
  const [email, setEmail] = useState(person?.email ?? "")
  const [name, setName] = useState(person?.name ?? "")
  const [role, setRole] = useState<UserRole>(person?.role ?? "read-only")
  const { wholeAccount, vendors: seen } = useMe()
  const only = !wholeAccount && seen.length === 1 ? seen.map(({ id }) => id) : []
  const [vendors, setVendors] = useState<readonly string[]>(person?.vendorIds ?? only)
  // Nobody gives more than they have: to choose none is to give the whole account.
  const ready = name.trim() !== "" && (person !== null || email !== "") && (wholeAccount || vendors.length > 0)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { name, role, vendorIds: vendors.length === 0 ? null : [...vendors] }
    if (person) {
      const params = { personId: person.personId }
      if (!(await ask(() => client.call(changeUser, { params, body })))) return
    } else {
      const made = await ask(() => client.call(inviteUser, { body: { email, ...body } }))
      if (!made) return
      onLink({ email: made.data.person.email, link: made.data.link })
    }
    onClose()
    await onChanged()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? person.email : t("people.invite")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          {!person && (
            <TextInput
              label={t("door.email")}
              type="email"
              required
              data-autofocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t("people.name")}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t("people.role")}
            data={USER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as UserRole)}
          />
          <VendorBoxes value={vendors} onChange={setVendors} />
          <Fault answer={trouble} />
          <Button type="submit" loading={pending} disabled={!ready}>
            {t(person ? "people.save" : "people.send")}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function VendorBoxes({ value, onChange }: { value: readonly string[]; onChange: (value: readonly string[]) => void }) {
  const { t } = useLanguage()
  const { vendors, wholeAccount } = useMe()
  if (vendors.length < 2) return null
  return (
    <Checkbox.Group
      label={t("people.vendors")}
      description={t(wholeAccount ? "people.vendorsHint" : "people.vendorsHintPart")}
      value={[...value]}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {vendors.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={<Text span>{name}</Text>} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
