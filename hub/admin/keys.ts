/** API keys: users list, create, rotate and revoke them. A key is returned once and stored as a hash. */
import type { ApiKey, createApiKey, listKeys, revokeApiKey, rotateApiKey } from "../../protocol/http/admin/keys.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { TenantWrite } from "../storage/index.ts"
import {
  expireKey,
  findKey,
  hasKeyNamed,
  insertKey,
  keysSeen,
  renameKey,
  revokeKey,
  secretColumns,
  sendChangedConfigs,
} from "../tenants/index.ts"
import { type AuditAct, accountOf, inVendor, recordAudit } from "../users/index.ts"
import { type AdminDeps, readAfter, refuseForeign } from "./deps.ts"

export const HOUR_SECONDS = 3600
export const OVERLAP_HOURS = 24

export const listKeysHandler =
  ({ store, keyring }: AdminDeps): Handler<typeof listKeys> =>
  async ({ query, caller }) => {
    // Writes the uses that this process still has in memory, so that the page shows them.
    await keyring.writeUses()
    const after = readAfter(query.after, 1)
    if (isRefusal(after)) return after
    const size = sizeOf(query)
    const page = {
      accountId: caller.accountId,
      vendorIds: caller.vendorIds,
      after: after?.[0] ?? null,
      limit: size + 1,
    }
    const keys = await store.system.read((scope) => keysSeen(scope, page))
    return { status: 200, data: cursorPage(keys, size, ({ name }) => [name]) }
  }

export const createApiKeyHandler =
  (deps: AdminDeps): Handler<typeof createApiKey> =>
  async ({ body, caller }) => {
    const done = await deps.store.write(accountOf(caller), async (tx) => {
      const foreign = refuseForeign(caller, body.vendorId)
      if (foreign) return foreign
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null
      if (expiresAt !== null && expiresAt <= tx.now) return invalid({ path: "expiresAt", message: "is over already" })
      const name = body.name.trim()
      if (await hasKeyNamed(tx.system, caller.accountId, name)) return nameTaken(name)
      const created = await addKey(tx, deps, { ...body, name, expiresAt, accountId: caller.accountId })
      const detail = { vendorId: body.vendorId, scopes: body.scopes, expiresAt }
      await recordAudit(tx, { ...auditActOf(caller, { ...body, name }, "keys.create"), detail })
      return created
    })
    return isRefusal(done) ? done : { status: 201, data: done }
  }

/** The new key takes over the name, because a provisioning file names the key that is in use. */
export const rotateApiKeyHandler =
  (deps: AdminDeps): Handler<typeof rotateApiKey> =>
  async ({ params, body, caller }) => {
    const { overlapHours = OVERLAP_HOURS } = body
    const done = await withKey(deps, { caller, ...params }, async (tx, key) => {
      if (key.state !== "alive") return refuse("CONFLICT", `${key.name} has ended: create a new key instead.`)
      const before = `${key.name}, until ${tx.now.slice(0, 16)}`
      if (await hasKeyNamed(tx.system, caller.accountId, before)) return nameTaken(before)
      await renameKey(tx, key.keyId, before)
      if (overlapHours === 0) await revokeKey(tx, key.keyId)
      else await expireKey(tx, key, plusSeconds(tx.now, overlapHours * HOUR_SECONDS))
      const created = await addKey(tx, deps, { ...key, expiresAt: null, accountId: caller.accountId })
      const detail = { overlapHours, before: key.keyId, after: created.key.keyId }
      await recordAudit(tx, { ...auditActOf(caller, key, "keys.rotate"), detail })
      return created
    })
    deps.keyring.forget()
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const revokeApiKeyHandler =
  (deps: AdminDeps): Handler<typeof revokeApiKey> =>
  async ({ params, caller }) => {
    const done = await withKey(deps, { caller, ...params }, async (tx, key) => {
      await revokeKey(tx, key.keyId)
      await sendChangedConfigs(tx.system, caller.accountId, deps)
      await recordAudit(tx, auditActOf(caller, key, "keys.revoke"))
      return readKey(tx, caller.accountId, key.keyId)
    })
    deps.keyring.forget()
    return isRefusal(done) ? done : { status: 200, data: done }
  }

function auditActOf(
  { personId }: UserCaller,
  { name, vendorId }: Pick<ApiKey, "name" | "vendorId">,
  action: AuditAct["action"],
): AuditAct {
  return { personId, action, subject: name, vendorIds: inVendor(vendorId) }
}

function nameTaken(name: string): Refusal<"CONFLICT"> {
  return refuse("CONFLICT", `There is a key ${name} already.`)
}

interface NewKeyInput extends Pick<ApiKey, "name" | "vendorId" | "expiresAt"> {
  readonly accountId: string
  readonly scopes: readonly string[]
}

async function addKey(tx: TenantWrite, { ids, ...deps }: AdminDeps, input: NewKeyInput) {
  const secret = ids.secret("brasa_")
  const keyId = ids.uuid()
  const { accountId, vendorId, name, scopes, expiresAt } = input
  await insertKey(tx.system, { accountId, vendorId, name, scopes, expiresAt, keyId, ...secretColumns(secret) })
  await sendChangedConfigs(tx.system, accountId, deps)
  return { key: await readKey(tx, accountId, keyId), secret }
}

async function readKey(tx: TenantWrite, accountId: string, keyId: string): Promise<ApiKey> {
  const key = await findKey(tx.system, accountId, keyId)
  if (!key) throw new Error(`no key ${keyId}`)
  return key
}

function withKey<T>(
  { store }: AdminDeps,
  { caller, keyId }: { caller: UserCaller; keyId: string },
  work: (tx: TenantWrite, key: ApiKey) => Promise<T>,
): Promise<T | Refusal<"NOT_FOUND">> {
  return store.write(accountOf(caller), async (tx) => {
    const key = await findKey(tx.system, caller.accountId, keyId)
    if (!key || refuseForeign(caller, key.vendorId)) return refuse("NOT_FOUND", "There is no such key.")
    return work(tx, key)
  })
}
