/** API keys as people make, follow and end them; a key is answered once and kept as its hash. */
import type { ApiKey, createApiKey, listKeys, revokeApiKey, rotateApiKey } from "../../protocol/http/admin/keys.ts"
import type { Handler, PersonCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { SCOPES } from "../../protocol/scopes.ts"
import { plusSeconds } from "../../protocol/time.ts"
import { accountOf, recordAudit } from "../people/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { hasKeyNamed, insertKey, secretColumns, sendChangedConfigs } from "../tenants/index.ts"
import { clientsOfAccount, expireKey, keysOfAccount, renameKey, revokeKey } from "./keys-store.ts"
import { type DeveloperParts, refuseForeign } from "./parts.ts"

export const HOUR_SECONDS = 3600
export const OVERLAP_HOURS = 24

export const listKeysHandler =
  ({ store, keyring }: DeveloperParts): Handler<typeof listKeys> =>
  async ({ caller }) => {
    // What this process knows of uses is written first: who looks at the page wants to know it now.
    await keyring.writeUses()
    const isSeen = ({ vendorId }: { vendorId: string | null }) =>
      vendorId === null || caller.vendorIds.includes(vendorId)
    const data = await store.system.read(async (scope) => ({
      keys: (await keysOfAccount(scope, caller.accountId)).filter(isSeen),
      clients: (await clientsOfAccount(scope, caller.accountId)).filter(isSeen),
      scopes: [...SCOPES],
    }))
    return { status: 200, data }
  }

export const createApiKeyHandler =
  (parts: DeveloperParts): Handler<typeof createApiKey> =>
  async ({ body, caller }) => {
    const done = await parts.store.write(accountOf(caller), async (tx) => {
      const foreign = await refuseForeign(tx.system, caller, body.vendorId)
      if (foreign) return foreign
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null
      if (expiresAt !== null && expiresAt <= tx.now) return invalid({ path: "expiresAt", message: "is over already" })
      const name = body.name.trim()
      if (await hasKeyNamed(tx.system, caller.accountId, name)) return nameTaken(name)
      const made = await addKey(tx, parts, { ...body, name, expiresAt, accountId: caller.accountId })
      const detail = { vendorId: body.vendorId, scopes: body.scopes, expiresAt }
      await recordAudit(tx, { personId: caller.personId, action: "keys.create", subject: name, detail })
      return made
    })
    return isRefusal(done) ? done : { status: 201, data: done }
  }

/** The new key takes the name, so that a provisioning file goes on meaning the one that is in use. */
export const rotateApiKeyHandler =
  (parts: DeveloperParts): Handler<typeof rotateApiKey> =>
  async ({ params, body, caller }) => {
    const { overlapHours = OVERLAP_HOURS } = body
    const done = await withKey(parts, { caller, ...params }, async (tx, key) => {
      if (key.state !== "alive") return refuse("CONFLICT", `${key.name} has ended: make a new key instead.`)
      const before = `${key.name}, until ${tx.now.slice(0, 16)}`
      if (await hasKeyNamed(tx.system, caller.accountId, before)) return nameTaken(before)
      await renameKey(tx, key.keyId, before)
      if (overlapHours === 0) await revokeKey(tx, key.keyId)
      else await expireKey(tx, key, plusSeconds(tx.now, overlapHours * HOUR_SECONDS))
      const made = await addKey(tx, parts, { ...key, expiresAt: null, accountId: caller.accountId })
      const detail = { overlapHours, before: key.keyId, after: made.key.keyId }
      await recordAudit(tx, { personId: caller.personId, action: "keys.rotate", subject: key.name, detail })
      return made
    })
    parts.keyring.forget()
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const revokeApiKeyHandler =
  (parts: DeveloperParts): Handler<typeof revokeApiKey> =>
  async ({ params, caller }) => {
    const done = await withKey(parts, { caller, ...params }, async (tx, key) => {
      await revokeKey(tx, key.keyId)
      await sendChangedConfigs(tx.system, caller.accountId, parts)
      await recordAudit(tx, { personId: caller.personId, action: "keys.revoke", subject: key.name })
      return readKey(tx, caller.accountId, key.keyId)
    })
    parts.keyring.forget()
    return isRefusal(done) ? done : { status: 200, data: done }
  }

function nameTaken(name: string): Refusal<"CONFLICT"> {
  return refuse("CONFLICT", `There is a key ${name} already.`)
}

interface Wish extends Pick<ApiKey, "name" | "vendorId" | "expiresAt"> {
  readonly accountId: string
  readonly scopes: readonly string[]
}

async function addKey(tx: TenantWrite, { ids, ...deps }: DeveloperParts, wish: Wish) {
  const secret = ids.secret("brasa_")
  const keyId = ids.uuid()
  const { accountId, vendorId, name, scopes, expiresAt } = wish
  await insertKey(tx.system, { accountId, vendorId, name, scopes, expiresAt, keyId, ...secretColumns(secret) })
  await sendChangedConfigs(tx.system, accountId, deps)
  return { key: await readKey(tx, accountId, keyId), secret }
}

async function readKey(tx: TenantWrite, accountId: string, keyId: string): Promise<ApiKey> {
  const key = (await keysOfAccount(tx.system, accountId)).find((one) => one.keyId === keyId)
  if (!key) throw new Error(`no key ${keyId}`)
  return key
}

function withKey<T>(
  { store }: DeveloperParts,
  { caller, keyId }: { caller: PersonCaller; keyId: string },
  work: (tx: TenantWrite, key: ApiKey) => Promise<T>,
): Promise<T | Refusal<"NOT_FOUND">> {
  return store.write(accountOf(caller), async (tx) => {
    const key = (await keysOfAccount(tx.system, caller.accountId)).find((one) => one.keyId === keyId)
    if (!key || (await refuseForeign(tx.system, caller, key.vendorId)))
      return refuse("NOT_FOUND", "There is no such key.")
    return work(tx, key)
  })
}
