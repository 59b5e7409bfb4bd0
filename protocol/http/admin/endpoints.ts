/** All endpoints of the dashboard. They are not part of the public contract: no API key opens them, and the reference omits them. */
import type { EndpointTable } from "../endpoint.ts"
import { countActionItems, listActionItems, settleActionItem } from "./action-items.ts"
import { listUserAudit } from "./audit.ts"
import { DEVELOPER_ENDPOINTS } from "./developer-endpoints.ts"
import { readTimeline, searchOrders } from "./orders.ts"
import { listRequests, readRequest } from "./requests.ts"
import { changePassword, openByLink, readMe, signIn, signOut, signOutEverywhere } from "./session.ts"
import { listStoreChoices } from "./store-choices.ts"
import { STORE_ENDPOINTS } from "./store-endpoints.ts"
import { changeUser, inviteUser, linkUser, listUsers } from "./users.ts"

export const ADMIN_ENDPOINTS = {
  signIn,
  openByLink,
  readMe,
  signOut,
  signOutEverywhere,
  changePassword,
  listUsers,
  inviteUser,
  changeUser,
  linkUser,
  listUserAudit,
  listStoreChoices,
  searchOrders,
  readTimeline,
  countActionItems,
  listActionItems,
  settleActionItem,
  listRequests,
  readRequest,
  ...DEVELOPER_ENDPOINTS,
  ...STORE_ENDPOINTS,
} as const satisfies EndpointTable
