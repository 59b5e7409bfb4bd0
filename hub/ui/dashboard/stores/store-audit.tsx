/** A store's audit log, newest first. Empty until its box has sent entries. */
import { listStoreAudit } from "../../../../protocol/http/admin/stores.ts"
import type { AuditEntry } from "../../../../protocol/http/staff.ts"
import { toMajor } from "../../../../protocol/money.ts"
import { auditCodes, useAuditWords } from "../../../../ui/audit-words.ts"
import { useMoney } from "../format-money.ts"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { useReadList } from "../use-read.ts"

export function StoreAuditList({ storeId }: { storeId: string }) {
  const list = useReadList(listStoreAudit, { params: { storeId }, query: {} })
  return (
    <GrowingList list={list} none={null}>
      {(entries) => <Entries entries={entries} />}
    </GrowingList>
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLanguage()
  const heads = ["when", "what", "who", "toWhat"] as const
  return (
    <ListTable caption={t("store.trail")} columns={heads.map((head) => t(`store.${head}`))}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ListTable>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { exact, moment } = useMoments()
  const money = useMoney()
  // Without a currency the amount is in the store's own.
  const words = useAuditWords({
    money: (amount, currency) => (currency === null ? toMajor(amount).toFixed(2) : money(amount, currency)),
    moment,
  })
  const { at, action, staffName, authorisedBy, deviceName } = entry
  return (
    <tr>
      <td className="figures">{exact(at)}</td>
      <td>{words.actionOf(action)}</td>
      <td>{[staffName, authorisedBy && words.allowedBy(authorisedBy), deviceName].filter(Boolean).join(" · ")}</td>
      <td title={auditCodes(entry)}>{words.detailsOf(entry)}</td>
    </tr>
  )
}
