/** Adds a replaced box of the test hub's first store to the hub's database. */
import { hashSecret } from "../../runtime/secrets.ts"
import { STORE, type TestHub } from "./hub.ts"

export const HAND_OVER_PATH = "/api/box/v1/hand-over"
export const FORMER = { storeId: STORE, password: "box_former", message: null }
/** The box that would take its place, with a credential that nobody gave. */
export const SUCCESSOR = {
  storeId: STORE,
  password: "box_nobodys",
  next: { password: "box_0123456789012345678901234567890123456789", epoch: STORE },
}

export function keepFormerBox({ beside, clock }: TestHub): Promise<unknown> {
  const row = { store_id: STORE, credential_hash: hashSecret(FORMER.password), replaced_at: clock.iso() }
  return beside(({ store }) => store.system.write(({ db }) => db.insertInto("former_box").values(row).execute()))
}
