/** The actions of an operator: provision, create a key, edit print templates, assign a waiting box to its store. */
import { invalid, isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { SealBroken } from "../../runtime/secrets.ts"
import { createUpdateCatalog } from "../catalog/index.ts"
import { claimStore } from "../enrolment/index.ts"
import { sendInitialRecordsWith } from "../sync-handlers/index.ts"
import {
  checkAccount,
  createKey,
  provision,
  putTemplate,
  readProvisioning,
  templatesOfAccount,
} from "../tenants/index.ts"
import type { HubContext, OperatorActions } from "./hub-context.ts"

interface OperatorActionsDeps {
  readonly context: HubContext
  readonly secretKey: Buffer
  /** Closes the connection of the store's previous box. */
  readonly disconnect: (storeId: string) => void
  /** Clears the cache of API keys, because provisioning may have revoked some. */
  readonly forgetKeys: () => void
}

export function createOperatorActions(parts: OperatorActionsDeps): OperatorActions {
  const { store, ids, clock, validator, downlink } = parts.context
  const updateCatalog = createUpdateCatalog({ store, ids, downlink })
  const deps = { store, ids, downlink, secretKey: parts.secretKey, updateCatalog }
  return {
    async provision(text, progress = () => {}) {
      const read = readProvisioning(text, validator)
      if (!read.ok) return invalid(...read.faults)
      return provision(read.file, { ...deps, progress })
        .catch(explainBrokenSeal)
        .finally(parts.forgetKeys)
    },
    checkAccount: (accountId) => store.system.read((scope) => checkAccount(scope, accountId)),
    templates: (accountId) => store.system.read((scope) => templatesOfAccount(scope, accountId)),
    putTemplate: (put) => putTemplate(put, deps),
    createKey: (request) => createKey(request, deps),
    async claim(code, storeId, beforeCommit) {
      const claiming = { store, clock, sendInitialRecords: sendInitialRecordsWith(parts) }
      const claimed = await claimStore({ code, storeId, ...(beforeCommit && { beforeCommit }) }, claiming)
      if (!isRefusal(claimed)) parts.disconnect(storeId.toLowerCase())
      return claimed
    },
  }
}

function explainBrokenSeal(error: unknown): Refusal {
  if (!(error instanceof SealBroken)) throw error
  return invalid({ path: "", message: `${error.message}; is BRASA_SECRET_KEY the key that it was sealed with?` })
}
