/** The account's users: invite, change, disable, create a new link. */
import { Button, Group, Stack } from "@mantine/core"
import { useState } from "react"
import { changeUser, linkUser, listUsers, type OneTimeLink, type User } from "../../../../protocol/http/admin/users.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { useReadList } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"
import { LinkDialog } from "./link-dialog.tsx"
import { UserDialog } from "./user-dialog.tsx"

interface Shown {
  readonly email: string
  readonly link: OneTimeLink
}

export function UsersPage() {
  const { t } = useLanguage()
  const { wholeAccount } = useMe()
  const list = useReadList(listUsers, { query: {} })
  const { again } = list
  const [edited, setEdited] = useState<User | "new" | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <Stack>
      <PageHead title={t("nav.people")} text={t(wholeAccount ? "people.text" : "people.textPart")}>
        <Button onClick={() => setEdited("new")}>{t("people.invite")}</Button>
      </PageHead>
      <GrowingList list={list} none={null}>
        {(people) => <PeopleTable people={people} onEdit={setEdited} onLink={setShown} onChanged={again} />}
      </GrowingList>
      {edited && (
        <UserDialog
          person={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onLink={setShown}
          onChanged={again}
        />
      )}
      {shown && <LinkDialog {...shown} onClose={() => setShown(null)} />}
    </Stack>
  )
}

interface TableProps {
  readonly people: readonly User[]
  readonly onEdit: (person: User) => void
  readonly onLink: (shown: Shown) => void
  readonly onChanged: () => Promise<void>
}

function PeopleTable({ people, ...actions }: TableProps) {
  const { t } = useLanguage()
  return (
    <ListTable
      columns={[
        t("people.name"),
        t("people.role"),
        t("people.sees"),
        t("people.lastSignIn"),
        t("people.state"),
        t("keys.actions"),
      ]}
    >
      {people.map((person) => (
        <UserRow key={person.personId} person={person} {...actions} />
      ))}
    </ListTable>
  )
}

function UserRow({ person, onEdit, onLink, onChanged }: Omit<TableProps, "people"> & { person: User }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const me = useMe()
  const names = person.vendorIds?.map((id) => me.vendors.find((vendor) => vendor.id === id)?.name ?? id)
  const state = person.disabledAt !== null ? "disabled" : person.invited ? "invited" : "active"
  return (
    <tr>
      <th scope="row">
        {person.name || person.email} {person.personId === me.personId && `(${t("people.you")})`}
        <div className="code">{person.email}</div>
      </th>
      <td>{t(`role.${person.role}`)}</td>
      <td>{names?.join(", ") ?? t("people.seesAll")}</td>
      <td className="figures">{moment(person.lastSignInAt)}</td>
      <td>{t(`people.${state}`)}</td>
      <td>
        <UserActions person={person} onEdit={onEdit} onLink={onLink} onChanged={onChanged} />
      </td>
    </tr>
  )
}

function UserActions({ person, onEdit, onLink, onChanged }: Omit<TableProps, "people"> & { person: User }) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const { personId, email, disabledAt } = person
  const createLink = async () => {
    const done = await request(() => client.call(linkUser, { params: { personId } }))
    if (done) onLink({ email, link: done.data })
  }
  const setDisabled = async (disabled: boolean) => {
    if (await request(() => client.call(changeUser, { params: { personId }, body: { disabled } }))) await onChanged()
  }
  if (disabledAt !== null) {
    return (
      <Button size="sm" variant="light" loading={pending} onClick={() => void setDisabled(false)}>
        {t("people.enable")}
      </Button>
    )
  }
  return (
    <>
      <Group gap="xs">
        <Button size="sm" variant="light" onClick={() => onEdit(person)}>
          {t("people.change")}
        </Button>
        <Button size="sm" variant="light" loading={pending} onClick={() => void createLink()}>
          {t("people.newLink")}
        </Button>
        <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => void setDisabled(true)}>
          {t("people.disable")}
        </ConfirmButton>
      </Group>
      <Fault answer={error} />
    </>
  )
}
