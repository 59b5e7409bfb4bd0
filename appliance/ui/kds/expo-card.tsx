/** One order at the pass: each station with its lines and state, and the buttons to hand it over. */
import "./ticket-card.css"
import { urgencyOf } from "../../../protocol/rules/kitchen/ticket-clock.ts"
import { ticketState } from "../../../protocol/rules/kitchen/ticket-states.ts"
import type { ExpoOrder, ExpoSnapshot, Ticket } from "../../../protocol/shapes/ticket.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { useLanguage } from "./language.ts"
import { LineExtras, TicketHead } from "./ticket-card.tsx"

export type PassAction =
  | { readonly verb: "hand_over" | "clear"; readonly orderId: string }
  | { readonly verb: "ready"; readonly orderId: string; readonly station: string }

interface ExpoCardProps {
  readonly order: ExpoOrder
  readonly snapshot: Pick<ExpoSnapshot, "sla" | "screens">
  readonly now: string
  readonly onAction: (action: PassAction) => void
  readonly onRelease: () => void
}

export function ExpoCard({ order, snapshot: { sla, screens }, now, onAction, onRelease }: ExpoCardProps) {
  const { t } = useLanguage()
  const { orderId, order: head, readyAt, waiting, tickets } = order
  const urgency = urgencyOf(order.sentAt, sla, now)
  const look = head.cancelled ? "void" : readyAt === null ? urgency : "ready"
  return (
    <article className={`kds-ticket kds-${look}`} aria-label={head.orderCode} data-order={orderId}>
      <TicketHead order={head} sentAt={order.sentAt} now={now} urgency={urgency} label={null} />
      <p className="kds-marks">
        {head.cancelled && <b className="kds-notice">{t("expo.cancelled")}</b>}
        {!head.cancelled && readyAt !== null && <b className="expo-all">✓ {t("expo.ready")}</b>}
        {!head.cancelled && readyAt === null && <span>{t("expo.waits", { stations: waiting.join(", ") })}</span>}
        {head.notes && <em>{head.notes}</em>}
      </p>
      {tickets.map((ticket) => (
        <StationPart
          key={ticket.ticketId}
          ticket={ticket}
          onReady={
            screens.includes(ticket.station) || head.cancelled
              ? null
              : () => onAction({ verb: "ready", orderId, station: ticket.station })
          }
        />
      ))}
      <div className="kds-do">
        {head.cancelled && (
          <button type="button" className="kds-seen" onClick={() => onAction({ verb: "clear", orderId })}>
            {t("expo.clear")}
          </button>
        )}
        {!head.cancelled && readyAt !== null && (
          <button type="button" className="kds-bump" onClick={() => onAction({ verb: "hand_over", orderId })}>
            {t("expo.handOver")}
          </button>
        )}
        {!head.cancelled && readyAt === null && (
          <button type="button" className="kds-start" onClick={onRelease}>
            {t("expo.release")}
          </button>
        )}
      </div>
    </article>
  )
}

function StationPart({ ticket, onReady }: { ticket: Ticket; onReady: (() => void) | null }) {
  const { t } = useLanguage()
  const { count } = useFigures()
  const state = ticketState(ticket)
  const shownState = state === "open" && ticket.startedAt !== null ? "started" : state
  const isVoid = (lineId: string) => [...ticket.voids, ...ticket.seenVoids].includes(lineId)
  const classOf = (lineId: string) =>
    isVoid(lineId) ? "kds-struck" : ticket.bumpedLines.includes(lineId) ? "kds-done" : ""
  return (
    <section className={`expo-part expo-${shownState}`}>
      <h3>
        <span className="expo-station">{ticket.station}</span> <b>{t(`expo.state.${shownState}`)}</b>
      </h3>
      <ul>
        {ticket.lines.map((line) => (
          <li key={line.lineId} className={classOf(line.lineId)}>
            <span className="kds-name">
              <b className="figures">{count(line.quantity)}</b> <span>{line.name}</span>
            </span>
            <LineExtras line={line} />
          </li>
        ))}
      </ul>
      {onReady && state === "open" && (
        <button type="button" className="kds-start" onClick={onReady}>
          {t("expo.stationReady", { station: ticket.station })}
        </button>
      )}
    </section>
  )
}
