/** What was done in a store and by whom, the latest first; nothing where its box has told nothing. */
import { listStoreTrail } from "../../../../protocol/http/admin/stores.ts"
import type { AuditEntry } from "../../../../protocol/http/staff.ts"
import { wordsOf } from "../audit/words-of.ts"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { Listed } from "../listed.tsx"
import { useMoments } from "../moments.ts"
import { useReadList } from "../use-read.ts"

export function StoreTrail({ storeId }: { storeId: string }) {
  const list = useReadList(listStoreTrail, { params: { storeId }, query: {} })
  return (
    <Listed list={list} none={null}>
      {(entries) => <Entries entries={entries} />}
    </Listed>
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLanguage()
  const { exact } = useMoments()
  const heads = ["when", "what", "who", "toWhat"] as const
  return (
    <ListTable caption={t("store.trail")} columns={heads.map((head) => t(`store.${head}`))}>
      {entries.map(({ id, at, action, staffName, authorisedBy, deviceName, subject, detail }) => (
        <tr key={id}>
          <td className="figures">{exact(at)}</td>
          <td className="code">{action}</td>
          <td>{[staffName, authorisedBy, deviceName].filter(Boolean).join(" · ")}</td>
          <td>
            {subject} <span className="code">{wordsOf(detail)}</span>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
