/** The store's staff with roles and PINs, and the audit log. */
import { Badge, Button, Group, Modal, Title } from "@mantine/core"
import { useState } from "react"
import { changeStaff, listStaff, type StaffMember } from "../../../protocol/http/staff.ts"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { Empty, ErrorState, Loading } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { AuditList } from "./audit-list.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { StaffForm } from "./staff-form.tsx"

const ON = { on: ["devices"] } as const

export function StaffScreen() {
  const { t } = useLanguage()
  const { data, error, refresh } = useSnapshot(listStaff, ON)
  const { reload } = useStaff()
  const [editing, setEditing] = useState<StaffMember | "new" | null>(null)
  if (!data) return error ? <ErrorState answer={error} /> : <Loading>{t("manage.loading")}</Loading>
  const { staff } = data
  const done = async () => {
    setEditing(null)
    await Promise.all([refresh(), reload()])
  }
  return (
    <div className="column">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("people.title")}
        </Title>
        {staff.length > 0 && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setEditing("new")}>
            {t("people.add")}
          </Button>
        )}
      </Group>
      {staff.length === 0 ? (
        <Empty
          icon="edit"
          title={t("people.none")}
          action={{ label: t("today.firstManager"), onClick: () => setEditing("new") }}
        >
          {t("people.noneText")}
        </Empty>
      ) : (
        <div className="cards">
          {staff.map((person) => (
            <Person key={person.id} person={person} onEdit={() => setEditing(person)} onDone={refresh} />
          ))}
        </div>
      )}
      {staff.length > 0 && <AuditList />}
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={t(editing === "new" ? (staff.length === 0 ? "today.firstManager" : "people.add") : "people.edit")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {editing && (
          <StaffForm person={editing === "new" ? null : editing} isFirst={staff.length === 0} onDone={done} />
        )}
      </Modal>
    </div>
  )
}

interface PersonProps {
  readonly person: StaffMember
  readonly onEdit: () => void
  readonly onDone: () => Promise<void>
}

function Person({ person, onEdit, onDone }: PersonProps) {
  const { t } = useLanguage()
  const { date, time } = useFigures()
  const { client } = useBox()
  const { error, request } = useRequest()
  const { id, name, role, active, lastSignInAt } = person
  const setActive = async (next: boolean) => {
    const answer = await request(() => client.call(changeStaff, { params: { staffId: id }, body: { active: next } }))
    if (answer) await onDone()
  }
  return (
    <Card title={name} tone={active ? undefined : "note"} action={<Badge variant="light">{t(`role.${role}`)}</Badge>}>
      {!active && <p className="soft">{t("people.inactive")}</p>}
      <small>
        {lastSignInAt
          ? t("people.lastIn", { when: `${date(lastSignInAt)} ${time(lastSignInAt)}` })
          : t("people.neverIn")}
      </small>
      <Group gap="xs">
        <Button variant="default" onClick={onEdit}>
          {t("people.change")}
        </Button>
        {active ? (
          <ConfirmButton variant="subtle" px="xs" onConfirm={() => setActive(false)}>
            {t("people.letGo")}
          </ConfirmButton>
        ) : (
          <Button variant="subtle" onClick={() => setActive(true)}>
            {t("people.takeBack")}
          </Button>
        )}
      </Group>
      <ErrorState answer={error} />
    </Card>
  )
}
