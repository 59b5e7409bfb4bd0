/** Openings of the drawers on the box's disk, each with its reason. */
import type { DrawerOpened } from "../../protocol/shapes/shift.ts"
import type { BoxTx } from "../storage/index.ts"

const LISTED_MAX = 100

export function saveOpening({ db }: BoxTx, opening: DrawerOpened): void {
  db.prepare("INSERT INTO drawer_opening (opening_id, opened_at, body) VALUES (?, ?, ?)").run(
    opening.openingId,
    opening.at,
    JSON.stringify(opening),
  )
}

export function hasOpening({ db }: BoxTx, openingId: string): boolean {
  return db.prepare("SELECT 1 FROM drawer_opening WHERE opening_id = ?").get(openingId) !== undefined
}

/** Newest first. */
export function latestOpenings({ db }: BoxTx): DrawerOpened[] {
  const rows = db
    .prepare<[number], { body: string }>(
      "SELECT body FROM drawer_opening ORDER BY opened_at DESC, opening_id DESC LIMIT ?",
    )
    .all(LISTED_MAX)
  return rows.map(({ body }) => JSON.parse(body))
}
