/** Clients of the legacy family: found by client id or by user name, as long as they are not revoked. */
import type { SystemRead } from "../storage/index.ts"

export interface Client {
  readonly clientId: string
  readonly accountId: string
  readonly vendorId: string
  readonly secretHash: string
  readonly passwordHash: string
}

export async function findClient(scope: SystemRead, clientId: string): Promise<Client | null> {
  return findBy(scope, "client_id", clientId)
}

export async function findClientByUsername(scope: SystemRead, username: string): Promise<Client | null> {
  return findBy(scope, "username", username)
}

async function findBy(
  { db, now }: SystemRead,
  column: "client_id" | "username",
  value: string,
): Promise<Client | null> {
  const row = await db
    .selectFrom("client_credential")
    .select(["client_id", "account_id", "vendor_id", "secret_hash", "password_hash"])
    .where(column, "=", value)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst()
  if (!row) return null
  return {
    clientId: row.client_id,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    secretHash: row.secret_hash,
    passwordHash: row.password_hash,
  }
}
