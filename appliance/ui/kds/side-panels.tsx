/** Panels beside the tickets: open quantities per dish, and recently bumped tickets. */
import type { AllDay, ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { useLanguage } from "./language.ts"

export function AllDayPanel({ rows }: { rows: readonly AllDay[] }) {
  const { t } = useLanguage()
  const { count } = useFigures()
  return (
    <aside className="kds-side" aria-label={t("kds.allDay")}>
      <h2>{t("kds.allDay")}</h2>
      {rows.length === 0 && <p>{t("kds.allDayNone")}</p>}
      <ul className="kds-counts">
        {rows.map(({ productId, name, quantity }) => (
          <li key={`${productId} ${name}`}>
            <b className="figures">{count(quantity)}</b> <span>{name}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

interface RecallPanelProps {
  readonly tickets: readonly ShownTicket[]
  readonly onRecall: (ticket: ShownTicket) => void
}

export function RecallPanel({ tickets, onRecall }: RecallPanelProps) {
  const { t } = useLanguage()
  const { count } = useFigures()
  return (
    <aside className="kds-side" aria-label={t("kds.recallTitle")}>
      <h2>{t("kds.recallTitle")}</h2>
      <p>{t(tickets.length === 0 ? "kds.recallNone" : "kds.recallText")}</p>
      {tickets.map((ticket) => (
        <button key={ticket.ticketId} type="button" className="kds-back" onClick={() => onRecall(ticket)}>
          <b>{t("kds.bringBack", { code: ticket.order.orderCode })}</b>
          <span>{ticket.lines.map(({ name, quantity }) => `${count(quantity)} ${name}`).join(", ")}</span>
        </button>
      ))}
    </aside>
  )
}
