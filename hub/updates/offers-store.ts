/** Published signed versions, and the rings of stores. */
import type { SignedManifest } from "../../protocol/shapes/update-manifest.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"

export interface Offer extends SignedManifest {
  readonly version: string
  readonly platform: string
  readonly url: string
  readonly publishedAt: string
}

/** The newer manifest replaces an earlier one of the same version. */
export async function saveOffer({ db, now }: SystemWrite, offer: Omit<Offer, "publishedAt">): Promise<void> {
  const { version, platform, manifest, keyId, signature, url } = offer
  const row = { manifest, key_id: keyId, signature, url, published_at: now }
  await db
    .insertInto("release_offer")
    .values({ version, platform, ...row })
    .onConflict((conflict) => conflict.columns(["version", "platform"]).doUpdateSet(row))
    .execute()
}

/** Returns false if there was none. */
export async function removeOffer({ db }: SystemWrite, version: string): Promise<boolean> {
  const gone = await db.deleteFrom("release_offer").where("version", "=", version).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function readOffers({ db }: SystemRead): Promise<Offer[]> {
  const rows = await db.selectFrom("release_offer").selectAll().execute()
  return rows.map(({ key_id, published_at, ...rest }) => ({ ...rest, keyId: key_id, publishedAt: published_at }))
}

/** Null for a store in the default ring. */
export async function ringOf({ db }: SystemRead, storeId: string): Promise<string | null> {
  const row = await db.selectFrom("update_ring").select("ring").where("store_id", "=", storeId).executeTakeFirst()
  return row?.ring ?? null
}

export async function setRing({ db }: SystemWrite, storeId: string, ring: string): Promise<void> {
  await db
    .insertInto("update_ring")
    .values({ store_id: storeId, ring })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ ring }))
    .execute()
}

/** Stores by ring. Stores without a row are in the default one. */
export async function countRings({ db }: SystemRead): Promise<{ ring: string; stores: number }[]> {
  const count = db.fn.countAll<number | string>().as("stores")
  const rows = await db.selectFrom("update_ring").select(["ring", count]).groupBy("ring").orderBy("ring").execute()
  return rows.map(({ ring, stores }) => ({ ring, stores: Number(stores) }))
}

/** Which of these stores exist. */
export async function knownStores({ db }: SystemWrite, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("store")
    .select("store_id")
    .where("store_id", "in", [...ids])
    .execute()
  return new Set(rows.map(({ store_id }) => store_id))
}
