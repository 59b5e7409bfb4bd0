/** When API keys and clients were last used. Written in batches, not with each request. */
import type { SystemWrite } from "../storage/index.ts"
import { clientOfKeyId } from "./client-tokens.ts"
import type { ClientName } from "./clients-store.ts"

/** `uses` holds times by the caller's `keyId`: a key's id, or the name of a client of the legacy family. A later time from another process stays. */
export async function noteUses(scope: SystemWrite, uses: ReadonlyMap<string, string>): Promise<void> {
  // Sorted, so that two processes cannot deadlock.
  for (const [id, at] of [...uses].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const client = clientOfKeyId(id)
    if (client) await noteClient(scope, client, at)
    else await noteKey(scope, id, at)
  }
}

async function noteClient({ db }: SystemWrite, { accountId, clientId }: ClientName, at: string): Promise<void> {
  const rows = db.updateTable("client_credential").set({ last_used_at: at })
  const query = rows.where("account_id", "=", accountId).where("client_id", "=", clientId)
  await query.where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)])).execute()
}

async function noteKey({ db }: SystemWrite, keyId: string, at: string): Promise<void> {
  const query = db.updateTable("api_key").set({ last_used_at: at }).where("key_id", "=", keyId)
  await query.where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)])).execute()
}
