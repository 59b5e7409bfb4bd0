/** A day's sales by store, compared with the same weekday a week before. */
import { listStoreTotals } from "../../../../protocol/http/admin/totals.ts"
import { useMoney } from "../format-money.ts"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { hrefOf } from "../route.ts"
import { StoreSums } from "../store-sums.tsx"
import { useReadList } from "../use-read.ts"
import { READ_EVERY_MS, useRefresh } from "../use-refresh.ts"

const COLUMNS = ["totals.orders", "totals.sales", "totals.before", "totals.asOf"] as const

interface StoreTotalsProps {
  readonly vendorId: string
  readonly date: string
  /** Time up to which the figures of connected stores are complete. */
  readonly asOf: string
}

export function StoreTotals({ vendorId, date, asOf }: StoreTotalsProps) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const money = useMoney()
  const list = useReadList(listStoreTotals, { query: { vendorId, date } })
  useRefresh(list.again, true, READ_EVERY_MS)
  return (
    <GrowingList list={list} none={null}>
      {(stores) => (
        <StoreSums
          caption={t("totals.stores")}
          columns={COLUMNS.map((word) => ({ word: t(word), isNumber: word !== "totals.asOf" }))}
          rows={stores.flatMap(({ storeId, code, name, currencies, unknownSince }) =>
            (currencies.length > 0 ? currencies : [null]).map((sum) => ({
              key: `${storeId} ${sum?.currencyCode}`,
              href: hrefOf("totals", [], { store: storeId, date }),
              code,
              name,
              cells: [
                // A 0 would say that nothing was sold, which is unknown for a store without contact.
                sum?.transactions || (unknownSince ? t("state.unknown") : 0),
                sum && (sum.transactions > 0 || !unknownSince) ? money(sum.amount, sum.currencyCode) : "–",
                sum ? money(sum.before.amount, sum.currencyCode) : "–",
                unknownSince ? t("stores.unknownSince", { at: moment(unknownSince) }) : moment(asOf),
              ],
            })),
          )}
        />
      )}
    </GrowingList>
  )
}
