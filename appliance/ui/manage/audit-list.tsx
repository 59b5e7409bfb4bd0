/** The audit log: what was done, by whom, at which screen. Newest first, in pages. */
import "./audit-list.css"
import { Button } from "@mantine/core"
import { useCallback, useEffect, useState } from "react"
import { type AuditEntry, listAudit } from "../../../protocol/http/staff.ts"
import { auditCodes, useAuditWords } from "../../../ui/audit-words.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

const PAGE_SIZE = 20

interface AuditPages {
  readonly entries: readonly AuditEntry[]
  readonly next: string | null
}

export function AuditList() {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [{ entries, next }, setPages] = useState<AuditPages>({ entries: [], next: null })
  const read = useCallback(
    async (before: string | null) => {
      const query = { size: PAGE_SIZE, ...(before !== null && { before }) }
      const answer = await request(() => client.call(listAudit, { query }))
      if (!answer) return
      const { data } = answer
      setPages((known) => ({
        entries: before === null ? data.entries : [...known.entries, ...data.entries],
        next: data.next,
      }))
    },
    [client, request],
  )
  useEffect(() => void read(null), [read])
  return (
    <Card
      title={t("auditLog.title")}
      wide
      action={
        <Button variant="subtle" disabled={pending} onClick={() => read(null)}>
          {t("auditLog.again")}
        </Button>
      }
    >
      <ErrorState answer={error} />
      <table className="plain audit-log">
        <thead>
          <tr>
            <th scope="col">{t("auditLog.when")}</th>
            <th scope="col">{t("auditLog.what")}</th>
            <th scope="col">{t("auditLog.who")}</th>
            <th scope="col">{t("auditLog.where")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      {next && (
        <Button variant="default" loading={pending} onClick={() => read(next)}>
          {t("auditLog.more")}
        </Button>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useLanguage()
  const { date, time, moneyIn, currency: own } = useFigures()
  const words = useAuditWords({
    money: (amount, currency) => moneyIn(amount, currency ?? own),
    moment: (iso) => `${date(iso)} ${time(iso)}`,
  })
  const { at, action, staffName, authorisedBy, deviceName, deviceId } = entry
  const details = words.detailsOf(entry)
  return (
    <tr>
      <td className="figures">
        {date(at)} {time(at)}
      </td>
      <td title={auditCodes(entry)}>
        {words.actionOf(action)} {details && <small>{details}</small>}
      </td>
      <td>
        {staffName ?? "—"} {authorisedBy && <small>{words.allowedBy(authorisedBy)}</small>}
      </td>
      <td>{deviceName ?? deviceId ?? t("auditLog.box")}</td>
    </tr>
  )
}
