/** A key that a part of the hub itself calls with: made when it is first needed, the same ever after. */
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { findCaller, insertKey, type NewKey } from "./keys-store.ts"
import { secretColumns } from "./provisioned-rows.ts"

export interface InternalKey extends Pick<NewKey, "accountId" | "vendorId" | "name" | "scopes"> {
  readonly key: string
}

/** The key. Its id is its hash's, so that two processes that make it at once make one. */
export async function ensureKey(store: HubStore, { key, ...asked }: InternalKey): Promise<string> {
  const hash = hashSecret(key)
  if (await store.system.read((scope) => findCaller(scope, hash))) return key
  await store.system.write(async (scope) => {
    if (await findCaller(scope, hash)) return
    const name = `${asked.name} of ${asked.vendorId}`
    await insertKey(scope, { ...asked, name, keyId: uuidOf(hash), ...secretColumns(key) })
  })
  return key
}

function uuidOf(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-")
}
