/** The tables of updates: what boxes are offered, and which ring a store is in. */
export interface UpdateTables {
  release_offer: ReleaseOfferTable
  update_ring: UpdateRingTable
}

/** A signed manifest, and where its archive lies; the hub's own word counts for nothing at a box. */
export interface ReleaseOfferTable {
  version: string
  platform: string
  manifest: string
  key_id: string
  signature: string
  url: string
  published_at: string
}

/** A store that is in no ring of its own has no row. */
export interface UpdateRingTable {
  store_id: string
  ring: string
}
