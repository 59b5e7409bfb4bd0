/** The dashboard's request log: the list, and both sides of one request. */
import type { LoggedRequest, listRequests, readRequest } from "../../protocol/http/admin/requests.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, readCursor, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { checkSpan } from "../../protocol/shapes/time-range.ts"
import type { HubStore } from "../storage/index.ts"
import { keyNames } from "../tenants/index.ts"
import { accountOf, vendorsRequested } from "../users/index.ts"
import { findRow, listRows } from "./request-log-store.ts"

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

export const listRequestsHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof listRequests> =>
  async ({ query, caller }) => {
    const after = query.after === undefined ? null : readCursor(query.after, 1)
    if (query.after !== undefined && after === null) {
      return invalid({ path: "after", message: "is not the `next` of a page" })
    }
    const turned = checkSpan(query)
    if (turned) return turned
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    const { keyId, outcome, path, requestId, from, to } = query
    const size = sizeOf(query)
    const data = await store.read(accountOf(caller), async (scope) => {
      const toMs = to === undefined ? Date.parse(scope.now) + MINUTE_MS : Date.parse(to)
      const fromMs = from === undefined ? toMs - DAY_MS : Date.parse(from)
      const asked = { vendorIds, keyId, outcome, path, requestId, fromMs, toMs, after: after?.[0] ?? null }
      const rows = await listRows(scope, { ...asked, limit: size + 1 })
      const names = await keyNames(scope)
      const page = cursorPage(rows, size, (row) => [row.log_id])
      return { items: page.items.map((row) => toLine(row, names)), next: page.next }
    })
    return { status: 200, data }
  }

export const readRequestHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof readRequest> =>
  ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const row = await findRow(scope, params.logId.toLowerCase())
      if (!row || !caller.vendorIds.includes(row.vendor_id)) {
        return refuse("NOT_FOUND", `There is no request ${params.logId}.`)
      }
      const { asked, answered } = row
      return { status: 200, data: { request: toLine(row, await keyNames(scope)), asked, answered } }
    })

type GrowingList = Awaited<ReturnType<typeof listRows>>[number]

function toLine(row: GrowingList, names: ReadonlyMap<string, string>): LoggedRequest {
  return {
    id: row.log_id,
    at: row.at,
    vendorId: row.vendor_id,
    keyId: row.key_id,
    keyName: names.get(row.key_id) ?? null,
    method: row.method,
    path: row.path,
    status: Number(row.status),
    durationMs: Number(row.duration_ms),
    requestId: row.request_id,
  }
}
