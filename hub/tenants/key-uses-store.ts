/** When API keys and clients were used last: written in batches, never with the request. */
import type { SystemWrite } from "../storage/index.ts"

const CLIENT = "client:"

/** Moments by the caller's `keyId`: a key's id, or `client:` and a client's. Another process may have written a later one. */
export async function noteUses(scope: SystemWrite, uses: ReadonlyMap<string, string>): Promise<void> {
  // In one order everywhere: two processes that write at once wait for each other, and never in a circle.
  for (const [id, at] of [...uses].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (id.startsWith(CLIENT)) await noteClient(scope, id.slice(CLIENT.length), at)
    else await noteKey(scope, id, at)
  }
}

async function noteClient({ db }: SystemWrite, clientId: string, at: string): Promise<void> {
  const query = db.updateTable("client_credential").set({ last_used_at: at }).where("client_id", "=", clientId)
  await query.where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)])).execute()
}

async function noteKey({ db }: SystemWrite, keyId: string, at: string): Promise<void> {
  const query = db.updateTable("api_key").set({ last_used_at: at }).where("key_id", "=", keyId)
  await query.where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)])).execute()
}
