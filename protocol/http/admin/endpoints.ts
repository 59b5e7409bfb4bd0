/** Every endpoint of the dashboard. They stand apart from the public contract: no API key opens them, and no reference shows them. */
import type { EndpointTable } from "../endpoint.ts"
import { countAttention, listAttention, settleAttention } from "./action-items.ts"
import { listPeopleAudit } from "./audit.ts"
import { DEVELOPER_ENDPOINTS } from "./developer-endpoints.ts"
import { readJourney, searchOrders } from "./orders.ts"
import { listRequests, readRequest } from "./requests.ts"
import { changePassword, openByLink, readMe, signIn, signOut, signOutEverywhere } from "./session.ts"
import { listPlaces } from "./store-choices.ts"
import { STORE_ENDPOINTS } from "./store-endpoints.ts"
import { changePerson, invitePerson, linkPerson, listPeople } from "./users.ts"

export const ADMIN_ENDPOINTS = {
  signIn,
  openByLink,
  readMe,
  signOut,
  signOutEverywhere,
  changePassword,
  listPeople,
  invitePerson,
  changePerson,
  linkPerson,
  listPeopleAudit,
  listPlaces,
  searchOrders,
  readJourney,
  countAttention,
  listAttention,
  settleAttention,
  listRequests,
  readRequest,
  ...DEVELOPER_ENDPOINTS,
  ...STORE_ENDPOINTS,
} as const satisfies EndpointTable
