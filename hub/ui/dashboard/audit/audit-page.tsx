/** The audit log of the back office, newest first, filtered by user and kind of action. */
import { Group, NativeSelect, Stack } from "@mantine/core"
import { AUDIT_AREAS, listUserAudit, USER_ACTIONS, type UserAudit } from "../../../../protocol/http/admin/audit.ts"
import { listUsers } from "../../../../protocol/http/admin/users.ts"
import { CURSOR_SIZE_MAX } from "../../../../protocol/shapes/cursor-page.ts"
import { useDetails } from "../../../../ui/audit-words.ts"
import { detailCodes, ID } from "../../../../ui/detail-words.ts"
import { Empty } from "../../../../ui/states.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { type Translate, type TranslateCode, useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type Route } from "../route.ts"
import { useRead, useReadList } from "../use-read.ts"
import { useMe } from "../use-session.tsx"

export function AuditPage({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { wholeAccount } = useMe()
  const { person, action } = route.query
  const query = { ...(person && { personId: person }), ...(action && { action }) }
  const list = useReadList(listUserAudit, { query })
  return (
    <Stack>
      <PageHead title={t("nav.audit")} text={t(wholeAccount ? "audit.text" : "audit.textPart")} />
      <Filter person={person} action={action} />
      <GrowingList list={list} none={<Empty icon="orders" title={t("audit.none")} />}>
        {(items) => <AuditTable items={items} />}
      </GrowingList>
    </Stack>
  )
}

function Filter({ person = "", action = "" }: { person: string | undefined; action: string | undefined }) {
  const { t } = useLanguage()
  const people = useRead(listUsers, { query: { size: CURSOR_SIZE_MAX } }).data?.items ?? []
  return (
    <Group align="end">
      <NativeSelect
        label={t("audit.who")}
        value={person}
        data={[
          { value: "", label: t("audit.everybody") },
          ...people.map(({ personId, email }) => ({ value: personId, label: email })),
        ]}
        onChange={(event) => go(hrefOf("audit", [], { person: event.currentTarget.value, action }))}
      />
      <NativeSelect
        label={t("audit.room")}
        value={action}
        data={[
          { value: "", label: t("audit.everything") },
          ...AUDIT_AREAS.map((room) => ({ value: room, label: t(`audit.room.${room}`) })),
        ]}
        onChange={(event) => go(hrefOf("audit", [], { person, action: event.currentTarget.value }))}
      />
    </Group>
  )
}

function AuditTable({ items }: { items: readonly UserAudit[] }) {
  const { t, wordOf } = useLanguage()
  const { exact, moment } = useMoments()
  const details = useDetails(moment)
  return (
    <ListTable columns={[t("audit.at"), t("audit.who"), t("audit.action"), t("audit.subject"), t("audit.detail")]}>
      {items.map(({ id, at, email, action, subject, detail }) => (
        <tr key={id}>
          <td className="figures">{exact(at)}</td>
          <td>{email ?? t("audit.console")}</td>
          <td title={action}>{actionWords(action, t)}</td>
          <td title={subject ?? undefined}>{subjectWords({ action, subject }, wordOf)}</td>
          <td title={detailCodes(detail)}>{details(detail)}</td>
        </tr>
      ))}
    </ListTable>
  )
}

/** The action's message, or its code if another version of the hub wrote it. */
function actionWords(action: string, t: Translate): string {
  const known = USER_ACTIONS.find((one) => one === action)
  return known ? t(`audit.did.${known}`) : action
}

/** The subject without ids. An action item is named by its kind, an update ring by its name. */
function subjectWords(
  { action, subject }: Pick<UserAudit, "action" | "subject">,
  wordOf: TranslateCode,
): string | null {
  if (subject === null) return null
  if (action === "updates.halt" || action === "updates.resume") return wordOf(`ring.${subject}`, subject)
  if (!action.startsWith("attention.")) return ID.test(subject) ? null : subject
  const [kind = "", key = ""] = subject.split(" ")
  return [wordOf(`actionItems.kind.${kind}`, kind), ...key.split("/").filter((part) => !ID.test(part))].join(" ")
}
