/** Reads the pick-up board: the locators of orders in preparation and of orders that are ready. */
import type { readBoard as endpoint } from "../../protocol/http/kitchen.ts"
import { boardOf } from "../../protocol/rules/kitchen/ticket-views.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { ordersOfPass } from "./expo.ts"
import { ticketSeq } from "./tickets-store.ts"

export const readBoardHandler: BoxHandler<typeof endpoint> = (tx) => {
  const { name } = requireConfig(tx).store
  const board = boardOf(ordersOfPass(tx), tx.now)
  return { status: 200, data: { now: tx.now, seq: ticketSeq(tx), storeName: name, ...board } }
}
