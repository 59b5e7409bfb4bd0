/** How the store takes money: entries with secrets in them, kept sealed as they came. */

import type { MethodEntry } from "../../protocol/shapes/payment-method.ts"
import { METHODS_SEAL_CONTEXT } from "../../protocol/sync/ops.ts"
import { readKey, unseal } from "../../runtime/secrets.ts"
import type { BoxTx } from "../storage/index.ts"

/** The key to them, of the box's credential; null before it is claimed. */
export type SealKey = () => string | null

/** Empty while the hub has sent none. */
export function readMethods({ db }: BoxTx, sealKey: SealKey): MethodEntry[] {
  const query = db.prepare<[], { sealed: string | null }>(
    "SELECT methods_sealed AS sealed FROM store_config WHERE id = 1",
  )
  const sealed = query.get()?.sealed ?? null
  const key = sealKey()
  return sealed === null || key === null ? [] : JSON.parse(unseal(sealed, readKey(key), METHODS_SEAL_CONTEXT))
}

/** After the configuration that they belong to. */
export function saveMethods({ db }: BoxTx, sealed: string): void {
  db.prepare("UPDATE store_config SET methods_sealed = ? WHERE id = 1").run(sealed)
}
