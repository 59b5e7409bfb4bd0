/** The handler of each endpoint that the dashboard's pages for developers call. */
import type { DEVELOPER_ENDPOINTS } from "../../protocol/http/admin/developer-endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import {
  createClientCredentialHandler,
  listClientsHandler,
  revokeClientCredentialHandler,
  rotateClientCredentialHandler,
} from "./clients.ts"
import {
  listAdminEventsHandler,
  listDeliveriesHandler,
  listReplaysHandler,
  readDeliveryHandler,
  resendDeliveryHandler,
  startReplayHandler,
} from "./deliveries.ts"
import type { AdminDeps } from "./deps.ts"
import { createApiKeyHandler, listKeysHandler, revokeApiKeyHandler, rotateApiKeyHandler } from "./keys.ts"
import {
  listMenuLocksHandler,
  listMenusHandler,
  listStockOutsHandler,
  publishStoreMenusHandler,
  releaseMenuLockHandler,
} from "./menus.ts"
import { readStoreMethodsHandler, setMethodValueHandler } from "./methods.ts"
import { applyFileHandler, checkFileHandler, createRuns, readRunHandler } from "./provisioning.ts"
import {
  changeWebhookHandler,
  createWebhookHandler,
  listWebhooksHandler,
  pauseWebhookHandler,
  readWebhookHandler,
  resumeWebhookHandler,
  rotateWebhookHandler,
  testWebhookHandler,
} from "./webhooks.ts"

export function developerRoutes(deps: AdminDeps): Routes<typeof DEVELOPER_ENDPOINTS> {
  const runs = createRuns()
  return {
    listWebhooks: listWebhooksHandler(deps),
    readWebhook: readWebhookHandler(deps),
    createWebhook: createWebhookHandler(deps),
    changeWebhook: changeWebhookHandler(deps),
    rotateWebhook: rotateWebhookHandler(deps),
    pauseWebhook: pauseWebhookHandler(deps),
    resumeWebhook: resumeWebhookHandler(deps),
    testWebhook: testWebhookHandler(deps),
    listDeliveries: listDeliveriesHandler(deps),
    readDelivery: readDeliveryHandler(deps),
    resendDelivery: resendDeliveryHandler(deps),
    listAdminEvents: listAdminEventsHandler(deps),
    startReplay: startReplayHandler(deps),
    listReplays: listReplaysHandler(deps),
    listKeys: listKeysHandler(deps),
    listClients: listClientsHandler(deps),
    createApiKey: createApiKeyHandler(deps),
    rotateApiKey: rotateApiKeyHandler(deps),
    revokeApiKey: revokeApiKeyHandler(deps),
    createClientCredential: createClientCredentialHandler(deps),
    rotateClientCredential: rotateClientCredentialHandler(deps),
    revokeClientCredential: revokeClientCredentialHandler(deps),
    listMenus: listMenusHandler(deps),
    listMenuLocks: listMenuLocksHandler(deps),
    publishStoreMenus: publishStoreMenusHandler(deps),
    releaseMenuLock: releaseMenuLockHandler(deps),
    listStockOuts: listStockOutsHandler(deps),
    readStoreMethods: readStoreMethodsHandler(deps),
    setMethodValue: setMethodValueHandler(deps),
    checkFile: checkFileHandler(deps),
    applyFile: applyFileHandler(deps, runs),
    readRun: readRunHandler(runs),
  }
}
