/** The tables of updates: offered versions, rollout rings, versions of boxes, halts. */
export interface UpdateTables {
  release_offer: ReleaseOfferTable
  update_ring: UpdateRingTable
  box_version: BoxVersionTable
  update_halt: UpdateHaltTable
}

/** A signed manifest and the address of its archive. A box trusts only the signature, not the hub. */
interface ReleaseOfferTable {
  version: string
  platform: string
  manifest: string
  key_id: string
  signature: string
  url: string
  published_at: string
}

/** The rollout ring of a store. Stores in the default ring have no row. */
interface UpdateRingTable {
  store_id: string
  ring: string
}

/** The version of a store's box when it last asked for an update. */
interface BoxVersionTable {
  store_id: string
  account_id: string
  vendor_id: string
  version: string
  platform: string
  heard_at: string
}

/** Boxes of this vendor in this ring are not offered newer versions. */
interface UpdateHaltTable {
  account_id: string
  vendor_id: string
  ring: string
  halted_at: string
}
