/** The handler of each endpoint of the dashboard. An endpoint without a handler does not compile. */
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
  /** A proxy in front of the hub ends TLS and sends each caller's address. */
  readonly behindProxy: boolean
  readonly claim: StoreDeps["claim"]
}

export function adminRoutes(deps: AdminRouteDeps & ActionItemDeps): Routes<typeof ADMIN_ENDPOINTS> {
  return {
    signIn: signInHandler(deps),
    openByLink: openByLinkHandler(deps),
    readMe: readMeHandler(deps),
    signOut: signOutHandler(deps),
    signOutEverywhere: signOutEverywhereHandler(deps),
    changePassword: changePasswordHandler(deps),
    listUsers: listUsersHandler(deps),
    inviteUser: inviteUserHandler(deps),
    changeUser: changeUserHandler(deps),
    linkUser: linkUserHandler(deps),
    listUserAudit: listUserAuditHandler(deps),
    listStoreChoices: listStoreChoicesHandler(deps),
    searchOrders: searchOrdersHandler(deps),
    readTimeline: readTimelineHandler(deps),
    countActionItems: countActionItemsHandler(deps),
    listActionItems: listActionItemsHandler(deps),
    settleActionItem: settleActionItemHandler(deps),
    listRequests: listRequestsHandler(deps),
    readRequest: readRequestHandler(deps),
    ...developerRoutes(deps),
    ...storeRoutes(deps),
  }
}
