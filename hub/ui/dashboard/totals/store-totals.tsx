/** The sales of a day store by store, beside the same weekday before; each leads to its own day. */
import { listStoreTotals } from "../../../../protocol/http/admin/totals.ts"
import { useLanguage } from "../language.ts"
import { Listed } from "../listed.tsx"
import { useMoney } from "../money.ts"
import { hrefOf } from "../route.ts"
import { StoreSums } from "../store-sums.tsx"
import { useReadList } from "../use-read.ts"

const COLUMNS = ["totals.orders", "totals.sales", "totals.before"] as const

export function StoreTotals({ vendorId, date }: { vendorId: string; date: string }) {
  const { t } = useLanguage()
  const money = useMoney()
  const list = useReadList(listStoreTotals, { query: { vendorId, date } })
  return (
    <Listed list={list} none={null}>
      {(stores) => (
        <StoreSums
          caption={t("totals.stores")}
          columns={COLUMNS.map((word) => ({ word: t(word), isNumber: true }))}
          rows={stores.flatMap(({ storeId, code, name, currencies }) =>
            (currencies.length > 0 ? currencies : [null]).map((sum) => ({
              key: `${storeId} ${sum?.currencyCode}`,
              href: hrefOf("totals", [], { store: storeId, date }),
              code,
              name,
              cells: [
                sum?.transactions ?? 0,
                sum ? money(sum.amount, sum.currencyCode) : "–",
                sum ? money(sum.before.amount, sum.currencyCode) : "–",
              ],
            })),
          )}
        />
      )}
    </Listed>
  )
}
