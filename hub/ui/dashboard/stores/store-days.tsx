/** A store's business days with their certificates, and whether the hub computed the same one. */
import { Badge } from "@mantine/core"
import { listStoreDays, type StoreDay } from "../../../../protocol/http/admin/stores.ts"
import { shownHash } from "../../../../protocol/rules/business-day/day-certificate.ts"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { useReadList } from "../use-read.ts"

export function StoreDays({ storeId }: { storeId: string }) {
  const list = useReadList(listStoreDays, { params: { storeId }, query: {} })
  return (
    <GrowingList list={list} none={null}>
      {(days) => <Days days={days} />}
    </GrowingList>
  )
}

function Days({ days }: { days: readonly StoreDay[] }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  return (
    <ListTable
      caption={t("store.days")}
      columns={[
        t("store.day"),
        t("store.closed"),
        { word: t("store.certified"), isNumber: true },
        t("store.certificate"),
      ]}
    >
      {days.map((day) => (
        <tr key={day.businessDayDate}>
          <th scope="row" className="figures">
            {day.businessDayDate}
          </th>
          <td className="figures">{day.closedAt ? moment(day.closedAt) : t("store.stillOpen")}</td>
          <td className="number">{day.certificate ? `${day.certificate.orders} / ${day.certificate.tenders}` : "–"}</td>
          <td>
            <Verdict day={day} />
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

function Verdict({ day: { status, certificate, check } }: { day: StoreDay }) {
  const { t } = useLanguage()
  if (!certificate) return status === "closed" ? t("store.notCertified") : null
  const { found, agrees } = check ?? { found: certificate, agrees: null }
  return (
    <>
      <span className="code">{shownHash(certificate)}</span>{" "}
      {agrees === true && (
        <Badge color="good" variant="light">
          {t("store.sameHere")}
        </Badge>
      )}
      {agrees === false && (
        <Badge color="bad" variant="light">
          {t("store.differsHere", { orders: found.orders, tenders: found.tenders, code: shownHash(found) })}
        </Badge>
      )}
    </>
  )
}
