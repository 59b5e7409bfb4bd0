/** The tickets of one page in columns from left to right, with their keys in the same order. */
import type { TicketSla } from "../../../protocol/shapes/ticket.ts"
import { labelOf } from "./bump-keys.ts"
import { type Pages, ticketsOn } from "./page-tickets.ts"
import type { TicketPart } from "./split-ticket.ts"
import { type TicketActions, TicketCard } from "./ticket-card.tsx"
import type { Selection } from "./use-selection.ts"

interface TicketWallProps {
  readonly columns: Pages[number]
  readonly sla: TicketSla
  readonly now: string
  readonly places: string
  readonly choice: Selection
  readonly fresh: ReadonlySet<string>
  readonly actions: TicketActions
}

export function TicketWall({ columns, sla, now, places, choice, fresh, actions }: TicketWallProps) {
  const order = ticketsOn(columns).map(({ ticket }) => ticket.ticketId)
  return (
    <div className="kds-columns">
      {columns.map((column) => (
        <div className="kds-column" key={column[0] && keyOf(column[0])}>
          {column.map((part) => (
            <TicketCard
              key={keyOf(part)}
              part={part}
              sla={sla}
              now={now}
              label={labelOf(order.indexOf(part.ticket.ticketId), places)}
              chosen={choice.ticketId === part.ticket.ticketId && choice.lineId === null}
              chosenLine={choice.ticketId === part.ticket.ticketId ? choice.lineId : null}
              fresh={fresh.has(part.ticket.ticketId)}
              actions={actions}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function keyOf({ ticket, at }: TicketPart): string {
  return `${ticket.ticketId}/${at}`
}
