/** How late a ticket is: minutes since it was sent, compared with the store's limits. */
import type { Store } from "../../shapes/store.ts"
import type { TicketSla } from "../../shapes/ticket.ts"

/** For stores without limits of their own. */
export const SLA_DEFAULT: TicketSla = { warnMinutes: 5, lateMinutes: 10 }
const MINUTE_MS = 60_000

export type Urgency = "on_time" | "urgent" | "late"

/** The limits of one station, or of the whole kitchen, which is as slow as its slowest station. */
export function slaOf({ stations }: Pick<Store, "stations">, station?: string): TicketSla {
  const own = stations.filter(({ id, kind }) => kind === "kds_station" && (station === undefined || id === station))
  const promised = own.flatMap(({ sla }) => sla ?? [])
  if (promised.length === 0) return SLA_DEFAULT
  return {
    warnMinutes: Math.max(...promised.map(({ warnMinutes }) => warnMinutes)),
    lateMinutes: Math.max(...promised.map(({ lateMinutes }) => lateMinutes)),
  }
}

/** Milliseconds since the ticket was sent; 0 on a screen whose clock is behind the box's. */
export function waitedMs(sentAt: string, now: string): number {
  return Math.max(0, Date.parse(now) - Date.parse(sentAt))
}

export function urgencyOf(sentAt: string, { warnMinutes, lateMinutes }: TicketSla, now: string): Urgency {
  const waited = waitedMs(sentAt, now)
  if (waited >= lateMinutes * MINUTE_MS) return "late"
  return waited >= warnMinutes * MINUTE_MS ? "urgent" : "on_time"
}
