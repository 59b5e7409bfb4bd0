/** No list and no search of the hub asks SQLite on the main thread: there it would stop whatever the hub writes meanwhile. */
import { Worker } from "node:worker_threads"
import { beforeAll, expect, it, vi } from "vitest"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { onSqlite } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const PUBLIC = [
  "/api/v1/core/external/orders?search=a",
  "/api/v1/core/external/events?status=waiting",
  "/api/v1/core/external/events/feed",
  "/api/v1/core/external/lost-sales",
  `/api/v1/adapters/partner/cash-management/reconciliations?storeId=${STORE}`,
]
/** Headquarters' lists; those of one thing are asked for by its id. */
const ADMIN = Object.values(ADMIN_ENDPOINTS)
  .filter(({ method, path }) => method === "GET" && !/:(?!storeId)/.test(path) && !path.endsWith("/session"))
  .map(({ path }) => path.replace(":storeId", STORE) + askedOf(path))
const LISTS = /\b(order by|count\(|sum\()/i
/** Who asks is looked up by a key first, with the few vendors of the account. */
const OF_CALLER = /from "vendor"/

/** What these lists do not answer without. */
function askedOf(path: string): string {
  if (path.endsWith("/methods")) return `?storeId=${STORE}`
  if (path.endsWith("/attention")) return "?kind=job"
  if (path.endsWith("/admin/events")) return "?vendorId=acme.ec.quito"
  if (/\/(totals|totals\/stores|shifts)$/.test(path)) return "?date=2026-11-21&vendorId=acme.ec.quito"
  return path.includes("/cash/") ? "?from=2026-11-01&to=2026-11-21" : ""
}

onSqlite((open) => {
  let hub: TestHub
  let owner: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    owner = await signIn(hub, "owner")
  })

  async function readsOf(ask: () => Promise<{ status: number }>) {
    const prepared = vi.spyOn(Sqlite.prototype, "prepare")
    const posted = vi.spyOn(Worker.prototype, "postMessage")
    const { status } = await ask()
    const main = prepared.mock.calls.map(([text]) => text).filter((text) => LISTS.test(text) && !OF_CALLER.test(text))
    const inThread = posted.mock.calls.map(([asked]) => (asked as { text?: unknown } | null)?.text)
    prepared.mockRestore()
    posted.mockRestore()
    return { status, main, inThread: inThread.filter((text) => typeof text === "string").length }
  }

  it.each(PUBLIC)("%s", async (path) => {
    const { inThread, ...rest } = await readsOf(() => hub.call("GET", path))
    expect(rest).toEqual({ status: 200, main: [] })
    expect(inThread).toBeGreaterThan(0)
  })

  it.each(ADMIN)("%s", async (path) => {
    const { inThread, ...rest } = await readsOf(() => owner.call("GET", path))
    expect(rest).toEqual({ status: 200, main: [] })
    expect(inThread).toBeGreaterThan(0)
  })
})
