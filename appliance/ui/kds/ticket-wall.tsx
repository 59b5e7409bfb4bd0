/** The tickets of one page, in columns from left to right; the keys stand in the order in which they hang. */
import type { ShownTicket, TicketSla } from "../../../protocol/shapes/ticket.ts"
import { labelOf } from "./bump-keys.ts"
import { TicketCard, type TicketDeeds } from "./ticket-card.tsx"
import type { Choice } from "./use-choice.ts"

interface TicketWallProps {
  readonly columns: readonly (readonly ShownTicket[])[]
  readonly sla: TicketSla
  readonly now: string
  readonly places: string
  readonly choice: Choice
  readonly fresh: ReadonlySet<string>
  readonly deeds: TicketDeeds
}

export function TicketWall({ columns, sla, now, places, choice, fresh, deeds }: TicketWallProps) {
  const order = columns.flat()
  return (
    <div className="kds-columns">
      {columns.map((column) => (
        <div className="kds-column" key={column[0]?.ticketId}>
          {column.map((ticket) => (
            <TicketCard
              key={ticket.ticketId}
              ticket={ticket}
              sla={sla}
              now={now}
              label={labelOf(order.indexOf(ticket), places)}
              chosen={choice.ticketId === ticket.ticketId && choice.lineId === null}
              chosenLine={choice.ticketId === ticket.ticketId ? choice.lineId : null}
              fresh={fresh.has(ticket.ticketId)}
              deeds={deeds}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
