/** A store's payment methods: users see on which level each value is set, and set values. Secrets are never returned. */
import type { readStoreMethods, setMethodValue } from "../../protocol/http/admin/methods.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { setValue, viewMethods } from "../../protocol/rules/payments/method-levels.ts"
import { providerCodes } from "../payments/providers/index.ts"
import { fence, type TenantRead } from "../storage/index.ts"
import {
  createReadMethods,
  findStoreOfAccount,
  lockBoxes,
  lockMethods,
  sendChangedConfigs,
  writeMethods,
} from "../tenants/index.ts"
import { accountOf, recordAudit } from "../users/index.ts"
import type { AdminDeps } from "./deps.ts"

export const readStoreMethodsHandler =
  ({ store, secretKey }: AdminDeps): Handler<typeof readStoreMethods> =>
  ({ query, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const found = await findVisibleStore(scope, caller, query.storeId)
      if (!found) return noStore(query.storeId)
      const tenant = { accountId: caller.accountId, vendorId: found.vendorId }
      const entries = await createReadMethods(secretKey)({ ...scope, tenant })
      return { status: 200, data: viewMethods(found, entries, await providerCodes(scope.system, caller.accountId)) }
    })

export const setMethodValueHandler =
  (deps: AdminDeps): Handler<typeof setMethodValue> =>
  async ({ params, body, caller }) => {
    const done = await deps.store.write(accountOf(caller), async (tx) => {
      const found = await findVisibleStore(tx, caller, body.storeId)
      if (!found) return noStore(body.storeId)
      const own = fence(tx.system, { accountId: caller.accountId, vendorId: found.vendorId }, deps.store.dialect)
      await lockBoxes(tx.system, caller.accountId, deps.store.dialect)
      await lockMethods(own)
      const entries = [...(await createReadMethods(deps.secretKey)(own))]
      const at = entries.findIndex(({ id }) => id === params.methodId)
      const entry = entries[at]
      if (!entry) return refuse("NOT_FOUND", `There is no payment method ${params.methodId}.`)
      const changed = setValue(entry, { ...body, storeCode: found.code ?? "" })
      if (isRefusal(changed)) return changed
      await writeMethods(own, entries.with(at, changed as typeof entry), deps.secretKey)
      await sendChangedConfigs(tx.system, caller.accountId, deps)
      const { key, level, deviceId = null, value } = body
      const detail = { store: found.code, key, level, deviceId, set: value !== null }
      const { personId } = caller
      const vendorIds = [found.vendorId]
      await recordAudit(tx, { personId, action: "methods.set", subject: entry.code, detail, vendorIds })
      return viewMethods(
        found,
        entries.with(at, changed as typeof entry),
        await providerCodes(tx.system, caller.accountId),
      )
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

async function findVisibleStore(scope: TenantRead, caller: UserCaller, storeId: string) {
  const found = await findStoreOfAccount(scope, storeId.toLowerCase())
  return found && caller.vendorIds.includes(found.vendorId) ? found : null
}

function noStore(storeId: string) {
  return refuse("NOT_FOUND", `There is no store ${storeId}.`)
}
