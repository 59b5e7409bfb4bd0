/** Finds the stores of which the hub may lack sales of a day, and since when. The figures of the others are complete. */
import { dateByCutoff } from "../../protocol/rules/business-day/business-day.ts"
import { salesUnknownSince } from "../../protocol/rules/health/store-contact.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"
import { contactsOf } from "../sync/index.ts"
import { storesThatClosed } from "./days-store.ts"

/** The last contact by store, for each store whose sales of the day may be incomplete. */
export async function unknownSalesOf(
  scope: TenantRead,
  stores: readonly Store[],
  date: string,
): Promise<Map<string, string>> {
  const ids = stores.map(({ id }) => id)
  const contacts = new Map((await contactsOf(scope, ids)).map((contact) => [contact.storeId, contact]))
  const closed = await storesThatClosed(scope, [...contacts.keys()], date)
  return new Map(
    stores.flatMap((store): [string, string][] => {
      const contact = contacts.get(store.id)
      if (!contact || contact.heardAt === null) return []
      const { unsent, heardAt } = contact
      const day = { date, isClosed: closed.has(store.id), contactDate: dateByCutoff(heardAt, store), unsent }
      const since = salesUnknownSince(contact, day, scope.now)
      return since === null ? [] : [[store.id, since]]
    }),
  )
}
