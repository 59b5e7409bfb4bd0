/** SQL for the claims of new boxes. A claim is valid for ten minutes; expired ones are deleted when the next one opens. */
import type { HubTables, SystemRead, SystemWrite } from "../storage/index.ts"

export interface Claim {
  readonly claimId: string
  readonly pollHash: string
  readonly status: string
  readonly storeId: string | null
  readonly epoch: string
  readonly appVersion: string
}

interface NewClaim {
  readonly claimId: string
  readonly codeHash: string
  readonly pollHash: string
  readonly epoch: string
  readonly appVersion: string
  readonly address: string
  readonly expiresAt: string
}

/** False if another claim uses this code. */
export async function insertClaim({ db }: SystemWrite, claim: NewClaim): Promise<boolean> {
  const row = {
    claim_id: claim.claimId,
    code_hash: claim.codeHash,
    poll_hash: claim.pollHash,
    epoch: claim.epoch,
    app_version: claim.appVersion,
    address: claim.address,
    status: "waiting",
    store_id: null,
    credential_hash: null,
    expires_at: claim.expiresAt,
  }
  const query = db
    .insertInto("claim")
    .values(row)
    .onConflict((conflict) => conflict.column("code_hash").doNothing())
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

export async function sweepClaims({ db, now }: SystemWrite): Promise<void> {
  await db.deleteFrom("claim").where("expires_at", "<=", now).execute()
}

export async function findClaim({ db, now }: SystemRead | SystemWrite, claimId: string): Promise<Claim | null> {
  const row = await db
    .selectFrom("claim")
    .selectAll()
    .where("claim_id", "=", claimId)
    .where("expires_at", ">", now)
    .executeTakeFirst()
  return row ? toClaim(row) : null
}

/** Assigns a waiting claim to a store, once. Null if no claim waits with this code. */
export async function takeClaim(
  { db, now }: SystemWrite,
  codeHash: string,
  given: { storeId: string; expiresAt: string },
): Promise<Claim | null> {
  const row = await db
    .updateTable("claim")
    .set({ status: "claimed", store_id: given.storeId, expires_at: given.expiresAt })
    .where("code_hash", "=", codeHash)
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst()
  return row ? toClaim(row) : null
}

/** What the box that waits with this code reported about itself. */
export async function findWaiting({ db, now }: SystemRead, codeHash: string) {
  const row = await db
    .selectFrom("claim")
    .select(["app_version", "address", "expires_at"])
    .where("code_hash", "=", codeHash)
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .executeTakeFirst()
  return row ? { appVersion: row.app_version, address: row.address, expiresAt: row.expires_at } : null
}

/** Ends earlier claims of the same store, because only the newest box may get a credential. */
export async function dropClaimsOfStore({ db }: SystemWrite, storeId: string, except: string): Promise<void> {
  await db.deleteFrom("claim").where("store_id", "=", storeId).where("claim_id", "<>", except).execute()
}

/** False if the claim has ended since it was read, for example by a newer claim of the store. Otherwise it is locked until the commit. */
export async function setClaimCredential({ db }: SystemWrite, claimId: string, hash: string): Promise<boolean> {
  const query = db.updateTable("claim").set({ credential_hash: hash }).where("claim_id", "=", claimId)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Called when the credential was first used. From then on polls are answered with NOT_FOUND. */
export async function endClaim({ db }: SystemWrite, storeId: string, credentialHash: string): Promise<void> {
  await db.deleteFrom("claim").where("store_id", "=", storeId).where("credential_hash", "=", credentialHash).execute()
}

export async function hasClaimWith({ db }: SystemRead, storeId: string, credentialHash: string): Promise<boolean> {
  const query = db
    .selectFrom("claim")
    .select("claim_id")
    .where("store_id", "=", storeId)
    .where("credential_hash", "=", credentialHash)
  return (await query.executeTakeFirst()) !== undefined
}

function toClaim(row: HubTables["claim"]): Claim {
  const { claim_id: claimId, poll_hash: pollHash, status, store_id: storeId, epoch, app_version: appVersion } = row
  return { claimId, pollHash, status, storeId, epoch, appVersion }
}
