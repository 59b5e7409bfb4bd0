/** The store's payment methods. They contain secrets, so they are stored encrypted as the hub sent them. */

import type { MethodEntry } from "../../protocol/shapes/payment-method.ts"
import { METHODS_SEAL_CONTEXT } from "../../protocol/sync/ops.ts"
import { readKey, unseal } from "../../runtime/secrets.ts"
import type { BoxTx } from "../storage/index.ts"

/** The key that decrypts them, derived from the box's credential; null before the box is claimed. */
export type SealKey = () => string | null

/** Returns an empty list while the hub has sent none. */
export function readMethods({ db }: BoxTx, sealKey: SealKey): MethodEntry[] {
  const query = db.prepare<[], { sealed: string | null }>(
    "SELECT methods_sealed AS sealed FROM store_config WHERE id = 1",
  )
  const sealed = query.get()?.sealed ?? null
  const key = sealKey()
  return sealed === null || key === null ? [] : JSON.parse(unseal(sealed, readKey(key), METHODS_SEAL_CONTEXT))
}

/** To be called after the configuration that they belong to was saved. */
export function saveMethods({ db }: BoxTx, sealed: string): void {
  db.prepare("UPDATE store_config SET methods_sealed = ? WHERE id = 1").run(sealed)
}
