/**
 * Locks the boxes of an account until the commit, for code that sends something to all of them (a configuration, a template, a catalogue) and for
 * claims. On PostgreSQL a claim and such a change would not see each other, and the new box would miss the change. It is locked before any store log.
 */
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemWrite } from "../storage/index.ts"

export function lockBoxes({ db }: SystemWrite, accountId: string, dialect: Dialect): Promise<void> {
  return dialect.alone(db, `boxes/${accountId}`)
}
