/** Which handler answers which of the dashboard's endpoints for developers. */
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

export function developerRoutes(parts: AdminDeps): Routes<typeof DEVELOPER_ENDPOINTS> {
  const runs = createRuns()
  return {
    listWebhooks: listWebhooksHandler(parts),
    readWebhook: readWebhookHandler(parts),
    createWebhook: createWebhookHandler(parts),
    changeWebhook: changeWebhookHandler(parts),
    rotateWebhook: rotateWebhookHandler(parts),
    pauseWebhook: pauseWebhookHandler(parts),
    resumeWebhook: resumeWebhookHandler(parts),
    testWebhook: testWebhookHandler(parts),
    listDeliveries: listDeliveriesHandler(parts),
    readDelivery: readDeliveryHandler(parts),
    resendDelivery: resendDeliveryHandler(parts),
    listAdminEvents: listAdminEventsHandler(parts),
    startReplay: startReplayHandler(parts),
    listReplays: listReplaysHandler(parts),
    listKeys: listKeysHandler(parts),
    listClients: listClientsHandler(parts),
    createApiKey: createApiKeyHandler(parts),
    rotateApiKey: rotateApiKeyHandler(parts),
    revokeApiKey: revokeApiKeyHandler(parts),
    createClientCredential: createClientCredentialHandler(parts),
    rotateClientCredential: rotateClientCredentialHandler(parts),
    revokeClientCredential: revokeClientCredentialHandler(parts),
    listMenus: listMenusHandler(parts),
    listMenuLocks: listMenuLocksHandler(parts),
    publishStoreMenus: publishStoreMenusHandler(parts),
    releaseMenuLock: releaseMenuLockHandler(parts),
    listStockOuts: listStockOutsHandler(parts),
    readStoreMethods: readStoreMethodsHandler(parts),
    setMethodValue: setMethodValueHandler(parts),
    checkFile: checkFileHandler(parts),
    applyFile: applyFileHandler(parts, runs),
    readRun: readRunHandler(runs),
  }
}
