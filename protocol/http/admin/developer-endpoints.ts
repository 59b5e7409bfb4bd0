/** The dashboard's endpoints of webhooks, keys, menus, payment methods and the provisioning file. */
import type { EndpointTable } from "../endpoint.ts"
import {
  listAdminEvents,
  listDeliveries,
  listReplays,
  readDelivery,
  resendDelivery,
  startReplay,
} from "./deliveries.ts"
import {
  createApiKey,
  createClientCredential,
  listClients,
  listKeys,
  revokeApiKey,
  revokeClientCredential,
  rotateApiKey,
  rotateClientCredential,
} from "./keys.ts"
import { listMenuLocks, listMenus, listStockOuts, publishStoreMenus, releaseMenuLock } from "./menus.ts"
import { readStoreMethods, setMethodValue } from "./methods.ts"
import { applyFile, checkFile, readRun } from "./provisioning.ts"
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  pauseWebhook,
  readWebhook,
  resumeWebhook,
  rotateWebhook,
  testWebhook,
} from "./webhooks.ts"

export const DEVELOPER_ENDPOINTS = {
  listWebhooks,
  readWebhook,
  createWebhook,
  changeWebhook,
  rotateWebhook,
  pauseWebhook,
  resumeWebhook,
  testWebhook,
  listDeliveries,
  readDelivery,
  resendDelivery,
  listAdminEvents,
  startReplay,
  listReplays,
  listKeys,
  listClients,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  createClientCredential,
  rotateClientCredential,
  revokeClientCredential,
  listMenus,
  listMenuLocks,
  publishStoreMenus,
  releaseMenuLock,
  listStockOuts,
  readStoreMethods,
  setMethodValue,
  checkFile,
  applyFile,
  readRun,
} as const satisfies EndpointTable
