/** Invites a user of the dashboard, or changes one. */
import { Button, Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { changeUser, inviteUser, type OneTimeLink, type User } from "../../../../protocol/http/admin/users.ts"
import { USER_ROLES, type UserRole } from "../../../../protocol/rules/users/user-roles.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../use-session.tsx"

interface UserDialogProps {
  /** Null invites a new user. */
  readonly person: User | null
  readonly onClose: () => void
  readonly onLink: (shown: { email: string; link: OneTimeLink }) => void
  readonly onChanged: () => Promise<void>
}

export function UserDialog(props: UserDialogProps) {
  const { t } = useLanguage()
  const { person, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? person.email : t("people.invite")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <UserForm {...props} />
    </Modal>
  )
}

function UserForm({ person, onClose, onLink, onChanged }: UserDialogProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const [email, setEmail] = useState(person?.email ?? "")
  const [name, setName] = useState(person?.name ?? "")
  const [role, setRole] = useState<UserRole>(person?.role ?? "read-only")
  const { wholeAccount, vendors: ownVendors } = useMe()
  const onlyVendor = !wholeAccount && ownVendors.length === 1 ? ownVendors.map(({ id }) => id) : []
  const [vendors, setVendors] = useState<readonly string[]>(person?.vendorIds ?? onlyVendor)
  // No vendor chosen means the whole account. Users limited to some vendors may not grant that.
  const isComplete = name.trim() !== "" && (person !== null || email !== "") && (wholeAccount || vendors.length > 0)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { name, role, vendorIds: vendors.length === 0 ? null : [...vendors] }
    if (person) {
      const params = { personId: person.personId }
      if (!(await request(() => client.call(changeUser, { params, body })))) return
    } else {
      const invited = await request(() => client.call(inviteUser, { body: { email, ...body } }))
      if (!invited) return
      onLink({ email: invited.data.person.email, link: invited.data.link })
    }
    onClose()
    await onChanged()
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        {!person && <EmailInput value={email} onChange={setEmail} />}
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
        <VendorCheckboxes value={vendors} onChange={setVendors} />
        <Fault answer={error} />
        <Button type="submit" loading={pending} disabled={!isComplete}>
          {t(person ? "people.save" : "people.send")}
        </Button>
      </Stack>
    </form>
  )
}

function EmailInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLanguage()
  return (
    <TextInput
      label={t("signIn.email")}
      type="email"
      required
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface VendorCheckboxesProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

function VendorCheckboxes({ value, onChange }: VendorCheckboxesProps) {
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
