/** Every list and search of the hub with each of its filters, for a database from `fill-lists.ts`. */
import { ENDPOINT, RARE_PERSON } from "./fill-lists.ts"
import { STORE } from "./tenants.ts"

const VENDOR = "vendorId=acme.ec.quito"
const API = "/api/v1/core/external"
const SPAN = "from=2026-11-01T00:00:00Z&to=2026-11-01T00:10:00Z"
const DAYS = "from=2026-01-01&to=2026-11-30"

const PUBLIC = [
  ...[
    "",
    "status=FORCE_CLOSED",
    "paymentStatus=REFUNDED",
    "businessDayDate=2026-11-13",
    "channel=KIOSK",
    "channel=KIOSK&status=OPEN",
  ],
  ...[
    "fulfillmentMethod=DINE_IN",
    "paymentMethod=CASH",
    "paymentMethod=CASH&status=CANCELLED",
    "dateFrom=2026-11-13&dateTo=2026-11-20",
  ],
  ...["dateFrom=2026-11-13&dateTo=2026-11-13&channel=WEB", "page=900", "orderCode=A-99", "search=many-17"],
].map((query) => `${API}/orders?${query}`)
const EVENTS = [
  ...[
    "",
    "type=menu.updated",
    "type=menu.*",
    "orderId=many-7",
    "orderId=0190b000-0000-7000-8000-000000000007",
    "status=dead",
    "status=delivered",
  ],
  ...[
    "status=waiting",
    "status=dead&type=menu.updated",
    "status=dead&type=order.completed",
    SPAN,
    `type=menu.updated&${SPAN}`,
    "page=900",
  ],
].map((query) => `${API}/events?${query}`)
const FEED = ["", "type=menu.updated", "from=2026-11-01T00:00:00Z", "from=2026-11-01T00:00:00Z&type=menu.updated"].map(
  (query) => `${API}/events/feed?${query}`,
)
const OTHERS = [
  `${API}/lost-sales`,
  `${API}/lost-sales?page=900`,
  ...["from=2026-01-01&to=2026-01-31", "operatorUid=bert", "businessDayDate=2026-03-01"].map(
    (query) => `/api/v1/adapters/partner/cash-management/reconciliations?storeId=${STORE}&${query}`,
  ),
]
const HEADQUARTERS = [
  ...[
    "",
    "search=many-7",
    "search=A-99",
    "status=FORCE_CLOSED",
    `${VENDOR}&status=CANCELLED`,
    `storeId=${STORE}`,
    "from=2026-11-13&to=2026-11-13",
  ].map((query) => `/api/admin/orders?${query}`),
  ...["", "action=webhooks", `personId=${RARE_PERSON}`, `personId=${RARE_PERSON}&action=webhooks`].map(
    (query) => `/api/admin/audit?${query}`,
  ),
  ...["", VENDOR, "keyId=key-2", "outcome=5", "path=/menu", "requestId=req-7", SPAN, `outcome=5&${SPAN}`].map(
    (query) => `/api/admin/requests?${query}`,
  ),
  ...["", "type=menu.updated", "eventId=0190b000-0000-7000-e002-000000000007"].map(
    (query) => `/api/admin/events?${VENDOR}&${query}`,
  ),
  ...["", "status=dead", "status=delivered"].map((query) => `/api/admin/webhooks/${ENDPOINT}/deliveries?${query}`),
  "/api/admin/webhooks",
  `/api/admin/webhooks/${ENDPOINT}/replays`,
  ...["", `${VENDOR}&`].map((query) => `/api/admin/attention/counts?${query}`),
  ...["job", "document", "payment", "lostSale", "day", "parked", "endpoint", "refund", "conflict"].map(
    (kind) => `/api/admin/attention?kind=${kind}`,
  ),
  "/api/admin/stores",
  "/api/admin/stores?search=store",
  "/api/admin/store-states",
  ...["", "/days", "/outages", "/trail", "/drawer-openings", "/shifts?date=2026-11-20"].map(
    (list) => `/api/admin/stores/${STORE}${list}`,
  ),
  `/api/admin/totals?date=2026-11-20&${VENDOR}`,
  `/api/admin/totals/stores?date=2026-11-20&${VENDOR}`,
  `/api/admin/cash/difference-sums?${DAYS}`,
  ...["", "&reason=OTHER", `&storeId=${STORE}`, `&${VENDOR}`].map(
    (query) => `/api/admin/cash/differences?${DAYS}${query}`,
  ),
]

export const PUBLIC_LISTS: readonly string[] = [...PUBLIC, ...EVENTS, ...FEED, ...OTHERS]
export const HEADQUARTERS_LISTS: readonly string[] = HEADQUARTERS
