/** The tables of updates: what boxes are offered, and which ring a store is in. */
export interface UpdateTables {
  release_offer: ReleaseOfferTable
  update_ring: UpdateRingTable
  box_version: BoxVersionTable
  update_halt: UpdateHaltTable
}

/** A signed manifest, and where its archive lies; the hub's own word counts for nothing at a box. */
interface ReleaseOfferTable {
  version: string
  platform: string
  manifest: string
  key_id: string
  signature: string
  url: string
  published_at: string
}

/** A store that is in no ring of its own has no row. */
interface UpdateRingTable {
  store_id: string
  ring: string
}

/** What a store's box ran when it last asked for a version. */
interface BoxVersionTable {
  store_id: string
  account_id: string
  vendor_id: string
  version: string
  platform: string
  heard_at: string
}

/** The boxes of this vendor in this ring are offered nothing newer than what they run. */
interface UpdateHaltTable {
  account_id: string
  vendor_id: string
  ring: string
  halted_at: string
}
