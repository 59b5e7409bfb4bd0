/** Decides whether a client of the hub's broker is the box of the store that it names. */
import { hashSecret, matchesHash } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { credentialHash } from "../tenants/index.ts"
import { endClaim, hasClaimWith } from "./claims-store.ts"

export async function authenticateBox(
  store: HubStore,
  { storeId, password }: { storeId: string; password: string },
): Promise<boolean> {
  const hash = hashSecret(password)
  const { known, claimed } = await store.system.read(async (scope) => ({
    known: await credentialHash(scope, storeId),
    claimed: await hasClaimWith(scope, storeId, hash),
  }))
  if (known === null || !matchesHash(password, known)) return false
  if (claimed) await store.system.write((scope) => endClaim(scope, storeId, hash))
  return true
}
