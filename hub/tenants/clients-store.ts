/** Clients of the legacy family that are not revoked, by account and client id, or by user name. */
import type { Selectable } from "kysely"
import type { HubTables, SystemRead } from "../storage/index.ts"

export interface Client {
  readonly clientId: string
  readonly accountId: string
  readonly vendorId: string
  readonly secretHash: string
  readonly passwordHash: string
}

export type ClientName = Pick<Client, "accountId" | "clientId">

export async function findClient(scope: SystemRead, { accountId, clientId }: ClientName): Promise<Client | null> {
  const row = await aliveClients(scope)
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId)
    .executeTakeFirst()
  return row ? toClient(row) : null
}

/** At most one per account, oldest first, because the older login names no account. */
export async function findClientsByUsername(scope: SystemRead, username: string): Promise<Client[]> {
  const query = aliveClients(scope).where("username", "=", username)
  return (await query.orderBy("created_at").orderBy("account_id").execute()).map(toClient)
}

function aliveClients({ db, now }: SystemRead) {
  return db
    .selectFrom("client_credential")
    .select(["client_id", "account_id", "vendor_id", "secret_hash", "password_hash"])
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
}

type ClientRow = Pick<
  Selectable<HubTables["client_credential"]>,
  "client_id" | "account_id" | "vendor_id" | "secret_hash" | "password_hash"
>

function toClient(row: ClientRow): Client {
  return {
    clientId: row.client_id,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    secretHash: row.secret_hash,
    passwordHash: row.password_hash,
  }
}
