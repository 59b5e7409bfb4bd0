/** What the kitchen has not finished, by station; a station without a screen bumps nothing, so its tickets say nothing. */
import { stationsWithScreens } from "../devices/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { countOpen } from "./tickets-store.ts"

export interface OpenTickets {
  readonly station: string
  /** Tickets that the station's screen should show now. */
  readonly expected: number
}

export function openInKitchen(tx: BoxTx): OpenTickets[] {
  return stationsWithScreens(tx).map((station) => ({ station, expected: countOpen(tx, station) }))
}
