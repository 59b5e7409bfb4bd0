/** Which handler answers which endpoint of the dashboard: one for each, or this does not compile. */
import type { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import {
  type AttentionParts,
  countAttentionHandler,
  listAttentionHandler,
  settleAttentionHandler,
} from "../action-items/index.ts"
import { type DeveloperParts, developerRoutes } from "../admin/index.ts"
import { readJourneyHandler, searchOrdersHandler } from "../order-timeline/index.ts"
import { listRequestsHandler, readRequestHandler } from "../request-log/index.ts"
import {
  changePasswordHandler,
  changePersonHandler,
  invitePersonHandler,
  linkPersonHandler,
  listPeopleAuditHandler,
  listPeopleHandler,
  listPlacesHandler,
  openByLinkHandler,
  readMeHandler,
  signInHandler,
  signOutEverywhereHandler,
  signOutHandler,
} from "../users/index.ts"
import { type StoreParts, storeRoutes } from "./store-routes.ts"

export interface AdminParts extends DeveloperParts {
  /** A proxy stands in front that speaks TLS and says for whom. */
  readonly behindProxy: boolean
  readonly claim: StoreParts["claim"]
}

export function adminRoutes(parts: AdminParts & AttentionParts): Routes<typeof ADMIN_ENDPOINTS> {
  return {
    signIn: signInHandler(parts),
    openByLink: openByLinkHandler(parts),
    readMe: readMeHandler(parts),
    signOut: signOutHandler(parts),
    signOutEverywhere: signOutEverywhereHandler(parts),
    changePassword: changePasswordHandler(parts),
    listPeople: listPeopleHandler(parts),
    invitePerson: invitePersonHandler(parts),
    changePerson: changePersonHandler(parts),
    linkPerson: linkPersonHandler(parts),
    listPeopleAudit: listPeopleAuditHandler(parts),
    listPlaces: listPlacesHandler(parts),
    searchOrders: searchOrdersHandler(parts),
    readJourney: readJourneyHandler(parts),
    countAttention: countAttentionHandler(parts),
    listAttention: listAttentionHandler(parts),
    settleAttention: settleAttentionHandler(parts),
    listRequests: listRequestsHandler(parts),
    readRequest: readRequestHandler(parts),
    ...developerRoutes(parts),
    ...storeRoutes(parts),
  }
}
