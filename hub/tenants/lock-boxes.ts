/**
 * Whoever tells all boxes of an account something (a configuration, a template, a catalogue), and whoever gives a store its box, goes on alone until
 * the commit: on PostgreSQL neither would see what the other is about to write, and that box would miss it. It comes before the line of any store.
 */
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemWrite } from "../storage/index.ts"

export function lockBoxes({ db }: SystemWrite, accountId: string, dialect: Dialect): Promise<void> {
  return dialect.alone(db, `boxes/${accountId}`)
}
