/** The latest days. Late orders are shown beside a day's figures, not added to them. */

import type { SuccessOf } from "../../../protocol/client/ask.ts"
import type { listDays } from "../../../protocol/http/store-state.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

type Day = SuccessOf<typeof listDays>["data"]["days"][number]

export function DayList({ days }: { days: readonly Day[] }) {
  const { t } = useLanguage()
  const figures = useFigures()
  const closed = days.filter(({ status }) => status === "closed")
  if (closed.length === 0) return null
  return (
    <Card title={t("days.title")}>
      <ul className="rows">
        {closed.map(({ businessDayDate, figures: sold, late }) => (
          <li key={businessDayDate} data-day={businessDayDate}>
            <b>{figures.date(businessDayDate)}</b>
            <span className="figures">
              {sold.map(({ currencyCode, gross }) => figures.moneyIn(gross, currencyCode)).join(" · ")}
            </span>
            {late.map(({ currencyCode, gross, transactions }) => (
              <span key={currencyCode} className="bad">
                {t("days.late", { n: transactions, total: figures.moneyIn(gross, currencyCode) })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
