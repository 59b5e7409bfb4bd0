/** Actions at the kitchen's screens, by the id that the screen created, so that repeats are detected and a bump can be undone. */
import type { Ticket, TicketActionBody } from "../../protocol/shapes/ticket.ts"
import type { BoxTx } from "../storage/index.ts"

const RETENTION_MS = 48 * 3_600_000

export type KitchenAct = TicketActionBody | "ready" | "hand_over" | "release" | "clear"

interface KitchenAction {
  readonly actionId: string
  readonly deviceId: string
  readonly deed: KitchenAct
  /** Id of the ticket (`ticket`), of its line (`ticket/line`), or of the order. */
  readonly subject: string
  readonly before: Ticket | null
}

interface Row {
  readonly action_id: string
  readonly device_id: string
  readonly deed: KitchenAct
  readonly subject: string
  readonly before: string | null
  readonly undone: number
}

export function findAction({ db }: BoxTx, actionId: string): (KitchenAction & { undone: boolean }) | null {
  return parse(
    db.prepare<[string], Row>("SELECT * FROM kitchen_action WHERE action_id = ?").get(actionId.toLowerCase()),
  )
}

export function addAction({ db, now }: BoxTx, action: KitchenAction): void {
  db.prepare("DELETE FROM kitchen_action WHERE at < ?").run(new Date(Date.parse(now) - RETENTION_MS).toISOString())
  db.prepare(
    "INSERT INTO kitchen_action (action_id, device_id, deed, subject, before, at) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(
    action.actionId.toLowerCase(),
    action.deviceId,
    action.deed,
    action.subject,
    action.before && JSON.stringify(action.before),
    now,
  )
}

export function markUndone({ db }: BoxTx, actionId: string): void {
  db.prepare("UPDATE kitchen_action SET undone = 1 WHERE action_id = ?").run(actionId.toLowerCase())
}

/** The last bump of this screen that was not undone; null if there is none. */
export function lastBump({ db }: BoxTx, deviceId: string): KitchenAction | null {
  const sql = `SELECT * FROM kitchen_action WHERE device_id = ? AND deed IN ('bump', 'bump_line') AND undone = 0
    ORDER BY seq DESC LIMIT 1`
  return parse(db.prepare<[string], Row>(sql).get(deviceId))
}

function parse(row: Row | undefined): (KitchenAction & { undone: boolean }) | null {
  if (!row) return null
  const { action_id: actionId, device_id: deviceId, deed, subject, before, undone } = row
  return { actionId, deviceId, deed, subject, before: before ? JSON.parse(before) : null, undone: undone === 1 }
}
