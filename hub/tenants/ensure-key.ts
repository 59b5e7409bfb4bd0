/** An API key for the hub's own parts, created at its first use. */
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { findCaller, insertKey, type NewKey } from "./keys-store.ts"
import { secretColumns } from "./provisioned-rows.ts"

interface InternalKey extends Pick<NewKey, "accountId" | "vendorId" | "name" | "scopes"> {
  readonly key: string
}

/** Returns the key. Its id is derived from its hash, so that two processes create only one. */
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
