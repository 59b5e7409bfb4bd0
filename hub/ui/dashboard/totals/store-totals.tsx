/** The sales of a day store by store, beside the same weekday before; each leads to its own day. */
import { listStoreTotals } from "../../../../protocol/http/admin/totals.ts"
import { useLanguage } from "../language.ts"
import { Listed } from "../listed.tsx"
import { useMoney } from "../money.ts"
import { hrefOf } from "../route.ts"
import { useReadList } from "../use-read.ts"

export function StoreTotals({ vendorId, date }: { vendorId: string; date: string }) {
  const { t } = useLanguage()
  const money = useMoney()
  const list = useReadList(listStoreTotals, { query: { vendorId, date } })
  return (
    <Listed list={list} none={null}>
      {(stores) => (
        <div className="list-wrap card">
          <table className="list">
            <caption>{t("totals.stores")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("stores.store")}</th>
                <th scope="col" className="number">
                  {t("totals.orders")}
                </th>
                <th scope="col" className="number">
                  {t("totals.sales")}
                </th>
                <th scope="col" className="number">
                  {t("totals.before")}
                </th>
              </tr>
            </thead>
            <tbody>
              {stores.flatMap(({ storeId, code, name, currencies }) =>
                (currencies.length > 0 ? currencies : [null]).map((sum) => (
                  <tr key={`${storeId} ${sum?.currencyCode}`}>
                    <td>
                      <a href={hrefOf("totals", [], { store: storeId, date })}>
                        {code ?? "–"} · {name}
                      </a>
                    </td>
                    <td className="number">{sum?.transactions ?? 0}</td>
                    <td className="number">{sum ? money(sum.amount, sum.currencyCode) : "–"}</td>
                    <td className="number">{sum ? money(sum.before.amount, sum.currencyCode) : "–"}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </Listed>
  )
}
