/** A table of sales with a bar in each row. */
import "./bars.css"
import { useLanguage } from "./language.ts"

interface Bar {
  readonly name: string
  readonly transactions: number
  readonly amount: number
}

interface BarsProps {
  readonly title: string
  readonly rows: readonly Bar[]
  readonly money: (amount: number) => string
}

export function Bars({ title, rows, money }: BarsProps) {
  const { t } = useLanguage()
  if (rows.length === 0) return null
  const most = Math.max(...rows.map(({ amount }) => amount), 1)
  return (
    <table className="bars">
      <caption>{title}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t("sales.count")}</th>
          <th scope="col">{t("sales.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, transactions, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="bar-cell">
              <span className="bar" style={{ width: `${widthOf(amount, most)}%` }} aria-hidden="true" />
              <span className="bar-count">{transactions}</span>
            </td>
            <td className="figures bar-amount">{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In percent of the cell, relative to the longest bar. A sale is always visible; a negative amount has no bar. */
export function widthOf(amount: number, most: number): number {
  if (amount <= 0) return 0
  return Math.max(1, Math.round((amount / most) * 80))
}
