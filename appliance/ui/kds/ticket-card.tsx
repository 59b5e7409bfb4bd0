/** One ticket, or a part of a long one: order, waiting time, lines to tap and the bump button. */
import "./ticket-card.css"
import { useEffect, useRef } from "react"
import { type Urgency, urgencyOf, waitedMs } from "../../../protocol/rules/kitchen/ticket-clock.ts"
import { openLines } from "../../../protocol/rules/kitchen/ticket-states.ts"
import type { ShownTicket, TicketLine, TicketOrder, TicketSla } from "../../../protocol/shapes/ticket.ts"
import { minutesAndSeconds, useFigures } from "../../../ui/figures.tsx"
import { useLanguage } from "./language.ts"
import type { TicketPart } from "./split-ticket.ts"

export interface TicketActions {
  readonly start: (ticket: ShownTicket) => void
  readonly bump: (ticket: ShownTicket) => void
  readonly line: (ticket: ShownTicket, lineId: string) => void
  readonly seen: (ticket: ShownTicket) => void
}

interface TicketCardProps {
  readonly part: TicketPart
  readonly sla: TicketSla
  readonly now: string
  /** The key of a bump bar that bumps it. */
  readonly label: string | null
  readonly chosen: boolean
  readonly chosenLine: string | null
  readonly fresh: boolean
  readonly actions: TicketActions
}

export function TicketCard({ part, sla, now, label, chosen, chosenLine, fresh, actions }: TicketCardProps) {
  const { t } = useLanguage()
  const { ticket, lines, at, of } = part
  const urgency = urgencyOf(ticket.sentAt, sla, now)
  const isVoid = ticket.voids.length > 0
  const classes = [
    "kds-ticket",
    `kds-${isVoid ? "void" : urgency}`,
    chosen ? "kds-chosen" : "",
    fresh ? "kds-fresh" : "",
  ]
  return (
    <article
      className={classes.join(" ")}
      aria-label={at === 0 ? ticket.order.orderCode : `${ticket.order.orderCode} ${at + 1}/${of}`}
      data-ticket={at === 0 ? ticket.ticketId : undefined}
    >
      <TicketHead
        {...{ now, urgency, label, fresh }}
        order={ticket.order}
        sentAt={ticket.sentAt}
        part={of > 1 ? { at, of } : undefined}
      />
      {at === 0 && <Marks ticket={ticket} />}
      <ul className="kds-lines">
        {lines.map((line) => (
          <li key={line.lineId}>
            <LineButton
              ticket={ticket}
              line={line}
              chosen={chosenLine === line.lineId}
              onTap={() => actions.line(ticket, line.lineId)}
            />
          </li>
        ))}
      </ul>
      {at === of - 1 ? (
        <Buttons ticket={ticket} actions={actions} />
      ) : (
        <p className="kds-goes-on">{t("kds.goesOn")} →</p>
      )}
    </article>
  )
}

function Marks({ ticket: { order, recalledAt, startedAt, voids } }: { ticket: ShownTicket }) {
  const { t } = useLanguage()
  return (
    <>
      <p className="kds-marks">
        {recalledAt && <b>{t("kds.recalled")}</b>}
        {startedAt && !recalledAt && <span>{t("kds.started")}</span>}
        {order.notes && <em>{order.notes}</em>}
      </p>
      {voids.length > 0 && (
        <p className="kds-notice" role="alert">
          {t(order.cancelled ? "kds.voidOrder" : "kds.voidLines")}
        </p>
      )}
    </>
  )
}

function Buttons({ ticket, actions }: Pick<TicketCardProps, "actions"> & { ticket: ShownTicket }) {
  const { t } = useLanguage()
  const isVoid = ticket.voids.length > 0
  const over = openLines(ticket).length === 0 && isVoid
  return (
    <div className="kds-do">
      {!ticket.startedAt && !isVoid && (
        <button type="button" className="kds-start" onClick={() => actions.start(ticket)}>
          {t("kds.start")}
        </button>
      )}
      {isVoid && (
        <button type="button" className="kds-seen" onClick={() => actions.seen(ticket)}>
          {t("kds.seen")}
        </button>
      )}
      {!over && (
        <button type="button" className="kds-bump" onClick={() => actions.bump(ticket)}>
          {t("kds.bump")}
        </button>
      )}
    </div>
  )
}

interface TicketHeadProps {
  readonly order: TicketOrder
  readonly sentAt: string
  readonly now: string
  readonly urgency: Urgency
  readonly label: string | null
  /** The screen was not touched since the ticket arrived. */
  readonly fresh?: boolean
  /** The part of a long ticket. */
  readonly part?: Pick<TicketPart, "at" | "of"> | undefined
}

export function TicketHead({ order, sentAt, now, urgency, label, fresh = false, part }: TicketHeadProps) {
  const { t, wordOf } = useLanguage()
  const way = order.fulfillment === null ? null : wordOf(`fulfillment.${order.fulfillment}`, order.fulfillment)
  const origin = [wordOf(`channel.${order.channel}`, order.channel), way]
  return (
    <header className="kds-head">
      <div className="kds-row">
        <h2>{order.orderCode}</h2>
        {part && (
          <span className="kds-part figures">
            {part.at + 1}/{part.of}
          </span>
        )}
        {label !== null && <kbd>{label}</kbd>}
        <span className="kds-clock figures">{minutesAndSeconds(Math.floor(waitedMs(sentAt, now) / 1_000))}</span>
      </div>
      {!(part && part.at > 0) && (
        <>
          <div className="kds-row">
            <span className="kds-guest">{order.guest}</span>
            {fresh && <b className="kds-new">{t("kds.new")}</b>}
            <b className="kds-urgency">{order.cancelled ? t("kds.void") : t(`kds.urgency.${urgency}`)}</b>
          </div>
          <div className="kds-row">
            <span>{origin.filter((text) => text !== null).join(" · ")}</span>
          </div>
        </>
      )}
    </header>
  )
}

interface LineButtonProps {
  readonly ticket: ShownTicket
  readonly line: TicketLine
  readonly chosen: boolean
  readonly onTap: () => void
}

function LineButton({ ticket, line, chosen, onTap }: LineButtonProps) {
  const { t } = useLanguage()
  const { count } = useFigures()
  const place = useRef<HTMLButtonElement>(null)
  // In a long ticket the keys of a bump bar go on below the edge.
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  const isVoid = [...ticket.voids, ...ticket.seenVoids].includes(line.lineId)
  const done = ticket.bumpedLines.includes(line.lineId)
  const classes = ["kds-line", isVoid ? "kds-struck" : "", done ? "kds-done" : "", chosen ? "kds-chosen" : ""]
  return (
    <button
      type="button"
      ref={place}
      className={classes.join(" ")}
      disabled={isVoid}
      aria-pressed={done}
      onClick={onTap}
    >
      <span className="kds-name">
        <b className="figures">{count(line.quantity)}</b>{" "}
        <span>
          {line.name}
          {isVoid && <i> {t("kds.void")}</i>}
          {done && !isVoid && <i> ✓ {t("kds.bumped")}</i>}
        </span>
      </span>
      <LineExtras line={line} />
    </button>
  )
}

export function LineExtras({ line: { modifiers, notes } }: { line: TicketLine }) {
  const { count } = useFigures()
  return (
    <>
      {modifiers.map(({ name, quantity }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: modifiers have no id, and their order never changes.
        <span className="kds-extra" key={index}>
          {quantity === 1 ? name : `${count(quantity)} ${name}`}
        </span>
      ))}
      {notes && <span className="kds-note">{notes}</span>}
    </>
  )
}
