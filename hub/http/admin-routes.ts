/** Which handler answers which endpoint of the dashboard: one for each, or this does not compile. */
import type { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import {
  type ActionItemDeps,
  countActionItemsHandler,
  listActionItemsHandler,
  settleActionItemHandler,
} from "../action-items/index.ts"
import { type AdminDeps, developerRoutes } from "../admin/index.ts"
import { readTimelineHandler, searchOrdersHandler } from "../order-timeline/index.ts"
import { listRequestsHandler, readRequestHandler } from "../request-log/index.ts"
import {
  changePasswordHandler,
  changeUserHandler,
  inviteUserHandler,
  linkUserHandler,
  listStoreChoicesHandler,
  listUserAuditHandler,
  listUsersHandler,
  openByLinkHandler,
  readMeHandler,
  signInHandler,
  signOutEverywhereHandler,
  signOutHandler,
} from "../users/index.ts"
import { type StoreDeps, storeRoutes } from "./store-routes.ts"

export interface AdminRouteDeps extends AdminDeps {
  /** A proxy stands in front that speaks TLS and says for whom. */
  readonly behindProxy: boolean
  readonly claim: StoreDeps["claim"]
}

export function adminRoutes(parts: AdminRouteDeps & ActionItemDeps): Routes<typeof ADMIN_ENDPOINTS> {
  return {
    signIn: signInHandler(parts),
    openByLink: openByLinkHandler(parts),
    readMe: readMeHandler(parts),
    signOut: signOutHandler(parts),
    signOutEverywhere: signOutEverywhereHandler(parts),
    changePassword: changePasswordHandler(parts),
    listUsers: listUsersHandler(parts),
    inviteUser: inviteUserHandler(parts),
    changeUser: changeUserHandler(parts),
    linkUser: linkUserHandler(parts),
    listUserAudit: listUserAuditHandler(parts),
    listStoreChoices: listStoreChoicesHandler(parts),
    searchOrders: searchOrdersHandler(parts),
    readTimeline: readTimelineHandler(parts),
    countActionItems: countActionItemsHandler(parts),
    listActionItems: listActionItemsHandler(parts),
    settleActionItem: settleActionItemHandler(parts),
    listRequests: listRequestsHandler(parts),
    readRequest: readRequestHandler(parts),
    ...developerRoutes(parts),
    ...storeRoutes(parts),
  }
}
