/** Writes the sync state of a store into a hub's database. */
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { STORE, type TestHub } from "./hub.ts"

interface LineFigures {
  readonly online?: 0 | 1
  readonly last_heard_at?: string
  /** The newest op that the store's box has made, and the newest that it knows to be at the hub. */
  readonly told_made?: number
  readonly told_acked?: number
  readonly applied?: number
}

/** The store has a box already. */
export async function writeLine(hub: TestHub, figures: LineFigures): Promise<void> {
  await hub.beside(({ store }) =>
    store.system.write(({ db }) =>
      db
        .withTables<{ store_link: LineFigures & { store_id: string } }>()
        .updateTable("store_link")
        .set(figures)
        .where("store_id", "=", STORE)
        .execute(),
    ),
  )
}

/** The store's box, heard just now and well. */
export async function writeBoxComponent({ beside, clock }: TestHub): Promise<void> {
  const now = clock.iso()
  const row = {
    account_id: "acme",
    vendor_id: "acme.ec.quito",
    store_id: STORE,
    component_id: boxComponentId(STORE),
    component_type: "appliance",
    via: "box",
    status: "online",
    state: "watched",
    record: "{}",
    first_beat_at: now,
    last_beat_at: now,
    look_at: now,
    told_seconds: 600,
    patience_seconds: 600,
  }
  await beside(({ store }) => store.system.write(({ db }) => db.insertInto("component").values(row).execute()))
}
