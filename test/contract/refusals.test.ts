/** Produces every refusal that an endpoint declares. A declared refusal that is missing here does not compile. */
import { beforeAll, describe, expect, it } from "vitest"
import { offerOrder } from "../../hub/orders/index.ts"
import { lockOrder, updateOrder } from "../../hub/orders/orders-store.ts"
import { fence } from "../../hub/storage/index.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { RefusalCode } from "../../protocol/refusals.ts"
import {
  AGGREGATOR,
  aggregatorReport,
  FISCAL,
  fiscalReport,
  KITCHEN,
  kitchenReport,
  REJECTED,
  recordPath,
  reportable,
} from "../kit/callbacks.ts"
import {
  CLIENT_HEADERS,
  CLIENT_LOGIN,
  LEGACY_ORDERS,
  LOGIN,
  legacyBody,
  logIn,
  OLDER_LOGIN,
  USER_LOGIN,
} from "../kit/clients.ts"
import { eachDatabase } from "../kit/databases.ts"
import { FORMER, HAND_OVER_PATH, keepFormerBox, SUCCESSOR } from "../kit/former-box.ts"
import { type Answer, KEY, openTestHub, SISTER_KEY, SISTER_STORE, STORE, type TestHub } from "../kit/hub.ts"
import { putInvoice } from "../kit/invoice.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { MENU_PROVOKED } from "../kit/provoke-menu.ts"
import { codeOf, hasFaults, messageOf, statusFor } from "../kit/refusals.ts"
import { correctTooOften, payTooOften } from "../kit/too-large-orders.ts"
import { PAYMENT_LINKS_PROVOKED } from "./provoke-payment-links.ts"

const NUMBERING = "/api/v2/external/fiscal/numbering"
const CASH = "/api/v2/external/cash-management/reconciliations"
const CASH_V1 = HUB_ENDPOINTS.closeCashDay.path
/** A store of nobody. */
const ELSEWHERE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"
const METHODS = HUB_ENDPOINTS.listMethods.path
const HEALTH = "/api/v1/core/external/component-health"
const closePath = (date: string, store = STORE) => `/api/v1/core/external/stores/${store}/days/${date}/close`
const printPath = (store = STORE) => `/api/v1/core/external/printing/stores/${store}/days/2026-11-20`
const redeliverPath = (event: string) => `${HUB_ENDPOINTS.listEvents.path}/${event}/redeliver`
const confirmPath = (order: string) => `${ORDERS}/${order}/confirm-payment`

const cancelPath = (order: string) => `/api/v1/adapters/partner/stores/orders/${order}/cancel`

type Table = typeof HUB_ENDPOINTS
/** Provokes it; or says where it is provoked, because only a store's box can bring it about. */
type Provoke = ((hub: TestHub) => Promise<Answer>) | "by a box"
type Provoked = { [Key in keyof Table]: { [Code in Table[Key]["refusals"][number]]: Provoke } }

const LOST_SALES = HUB_ENDPOINTS.recordLostSale.path
const lostSale = HUB_ENDPOINTS.recordLostSale.example
const numbering = HUB_ENDPOINTS.numberFiscal.example
const cashDay = HUB_ENDPOINTS.closeCashDay.example
const cashClose = HUB_ENDPOINTS.closeCash.example

async function order({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}): Promise<string> {
  return (await call("POST", ORDERS, orderBody(options))).body.data.id
}

/** The answer to cancelling a fresh order of the first store, which `meanwhile` has changed by its UUID. */
async function cancelled(
  hub: TestHub,
  options: Parameters<typeof orderBody>[0] = {},
  meanwhile: (orderId: string) => Promise<unknown> = async () => {},
  request: object = { reason: "Customer left" },
): Promise<Answer> {
  const body = orderBody(options)
  const response = await hub.call("POST", ORDERS, body)
  await meanwhile(response.body.data.id)
  return hub.call("POST", cancelPath(body.orderId), request)
}

let twins = 0

/** The same external id in both vendors of the account. */
async function ambiguous(hub: TestHub): Promise<string> {
  twins += 1
  const orderId = `twin-${twins}`
  await hub.call("POST", ORDERS, orderBody({ orderId }))
  await hub.call("POST", ORDERS, orderBody({ orderId, store: { code: "GYE-001" } }), SISTER_KEY)
  return orderId
}

/** An order of the second store that its box has been offered: the box is its home. */
async function offered(hub: TestHub): Promise<string> {
  const response = await hub.call("POST", ORDERS, orderBody({ store: { code: "GYE-001" } }), SISTER_KEY)
  await offer(hub, response.body.data.id, "acme.ec.guayaquil")
  return response.body.data.id
}

async function offer({ beside }: TestHub, orderId: string, vendorId: string): Promise<void> {
  const tenant = { accountId: "acme", vendorId }
  await beside(({ store }) => store.system.write((scope) => offerOrder(fence(scope, tenant, store.dialect), orderId)))
}

/** Asks the legacy family, with all that it wants to see. */
async function legacy(hub: TestHub, method: string, path: string, body?: unknown): Promise<Answer> {
  return hub.call(method, LEGACY_ORDERS + path, body, KEY, await logIn(hub))
}

/** The answer to cancelling a fresh order of the legacy family, which `meanwhile` has changed by its UUID. */
async function legacyCancelled(
  hub: TestHub,
  options: Parameters<typeof legacyBody>[0],
  { meanwhile = async () => {}, change = {} }: { meanwhile?: (id: string) => Promise<unknown>; change?: object } = {},
): Promise<Answer> {
  const { uid } = (await legacy(hub, "POST", "", legacyBody(options))).body.data
  await meanwhile(uid)
  return legacy(hub, "POST", `/${uid}/refund`, { ...LEGACY_CANCEL, ...change })
}

const LEGACY_CANCEL = { reason: "No rider", vendor_uid: "acme.ec.quito" }
/** The sandbox provider refuses to give back what ends in 07. */
const NO_REFUND = { total: 6.07 }

const PROVOKED: Provoked = {
  createOrder: {
    VALIDATION_ERROR: ({ call }) => call("POST", ORDERS, orderBody({ total: "1.23456" })),
    AMOUNT_MISMATCH: ({ call }) => {
      const body = orderBody({ paid: "CASH" })
      const paymentMethods = [{ method: "CASH", amount: 1 }]
      return call("POST", ORDERS, { ...body, payments: { ...body.payments, paymentMethods } })
    },
    NOT_FOUND: ({ call }) => call("POST", ORDERS, orderBody({ store: { code: "NOWHERE" } })),
    FISCAL_NUMBERING_FAILED: "by a box",
  },
  listOrders: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${ORDERS}?size=101`),
  },
  listEvents: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${HUB_ENDPOINTS.listEvents.path}?from=yesterday`),
  },
  followEvents: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${HUB_ENDPOINTS.followEvents.path}?after=anywhere`),
  },
  redeliverEvent: {
    VALIDATION_ERROR: ({ call }) => call("POST", redeliverPath("evt_000000000000"), { endpoint: 5 }),
    NOT_FOUND: ({ call }) => call("POST", redeliverPath("evt_000000000000"), {}),
  },
  getOrder: {
    VALIDATION_ERROR: async (hub) => hub.call("GET", `${ORDERS}/${await order(hub)}?fields=nothing`),
    NOT_FOUND: ({ call }) => call("GET", `${ORDERS}/nothing`),
    CONFLICT: async (hub) => hub.call("GET", `${ORDERS}/${await ambiguous(hub)}`),
  },
  readFiscalState: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${ORDERS}/${"x".repeat(201)}/fiscal`),
    NOT_FOUND: ({ call }) => call("GET", `${ORDERS}/nothing/fiscal`),
    CONFLICT: async (hub) => hub.call("GET", `${ORDERS}/${await ambiguous(hub)}/fiscal`),
  },
  updateOrder: {
    VALIDATION_ERROR: async (hub) => hub.call("PUT", `${ORDERS}/${await order(hub)}`, correction({ order: {} })),
    NOT_FOUND: ({ call }) => call("PUT", `${ORDERS}/nothing`, correction()),
    CONFLICT: async (hub) => hub.call("PUT", `${ORDERS}/${await ambiguous(hub)}`, correction()),
    STALE_REVISION: async (hub) =>
      hub.call("PUT", `${ORDERS}/${await order(hub)}`, correction({ expectedRevision: 2 })),
    ORDER_NOT_OPEN: async (hub) => hub.call("PUT", `${ORDERS}/${await order(hub, { paid: "CASH" })}`, correction()),
    ORDER_ALREADY_INVOICED: async (hub) => {
      const id = await order(hub)
      await putInvoice(hub, id, "authorized")
      return hub.call("PUT", `${ORDERS}/${id}`, correction())
    },
    PAYLOAD_TOO_LARGE: correctTooOften,
    STORE_UNREACHABLE: async (hub) => hub.call("PUT", `${ORDERS}/${await offered(hub)}`, correction(), SISTER_KEY),
  },
  confirmPayment: {
    VALIDATION_ERROR: async (hub) => hub.call("POST", confirmPath(await order(hub)), charge({ id: "a" }, { id: "a" })),
    AMOUNT_MISMATCH: async (hub) => hub.call("POST", confirmPath(await order(hub)), charge({ amount: 1 })),
    NOT_FOUND: ({ call }) => call("POST", confirmPath("nothing"), charge({})),
    CONFLICT: async (hub) => hub.call("POST", confirmPath(await ambiguous(hub)), charge({})),
    ORDER_NOT_OPEN: async (hub) => hub.call("POST", confirmPath(await order(hub, { paid: "CASH" })), charge({})),
    PAYLOAD_TOO_LARGE: payTooOften,
    FISCAL_NUMBERING_FAILED: "by a box",
    STORE_UNREACHABLE: async (hub) => hub.call("POST", confirmPath(await offered(hub)), charge({}), SISTER_KEY),
  },
  listDeclineReasons: {},
  listMethods: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${METHODS}?storeId=${STORE}&storeCode=UIO-001`),
    NOT_FOUND: ({ call }) => call("GET", `${METHODS}?storeCode=none`),
  },
  listMethodsByCountry: {},
  cancelOrder: {
    VALIDATION_ERROR: (hub) =>
      cancelled(hub, { channel: "GLOVO" }, undefined, { reason: "No rider", cancellationType: "nobody's" }),
    NOT_FOUND: ({ call }) => call("POST", cancelPath("nothing"), { reason: "Customer left" }),
    CANCELLATION_IN_PROGRESS: (hub) => cancelled(hub, {}, (id) => markCancelling(hub, id)),
    ORDER_NOT_CANCELLABLE: (hub) => cancelled(hub, { paid: "CASH" }),
    BUSINESS_DAY_CLOSED: (hub) => cancelled(hub, { createdAt: "2026-11-20T12:30:00-05:00" }),
    FISCAL_ALREADY_CANCELLED: (hub) => cancelled(hub, {}, (id) => putInvoice(hub, id, "cancelled")),
    FISCAL_REPRESENTATION_NOT_VOIDED: (hub) => cancelled(hub, {}, (id) => putInvoice(hub, id, "authorized")),
    CANCELLATION_POLICY_DENIED: (hub) => cancelled(hub, { createdAt: "2026-11-21T11:30:00-05:00" }),
    REFUND_FAILED: (hub) => cancelled(hub, { channel: "WEB", paid: "LINK", ...NO_REFUND }),
    STORE_UNREACHABLE: async (hub) => {
      const { body } = await hub.call("GET", `${ORDERS}/${await offered(hub)}`, undefined, SISTER_KEY)
      return hub.call("POST", cancelPath(body.data.orderExternal), { reason: "Customer left" }, SISTER_KEY)
    },
  },
  checkCancellation: {
    VALIDATION_ERROR: async (hub) => hub.call("GET", `${cancelPath(await order(hub))}/eligibility?locale=fr`),
    NOT_FOUND: ({ call }) => call("GET", `${cancelPath("nothing")}/eligibility`),
  },
  listCancellationReasons: {},
  recordLostSale: {
    VALIDATION_ERROR: ({ call }) => call("POST", LOST_SALES, { ...lostSale, reason: "FORGOTTEN" }),
    NOT_FOUND: ({ call }) => call("POST", LOST_SALES, { ...lostSale, store: { code: "GYE-001" } }),
  },
  listLostSales: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${LOST_SALES}?page=0`),
  },
  closeCash: {
    VALIDATION_ERROR: ({ call }) => call("POST", CASH, { ...cashClose, declaredCash: 1.234 }),
    NOT_FOUND: ({ call }) => call("POST", CASH, { ...cashClose, storeId: "nowhere" }),
    CONFLICT: async ({ call }) => {
      await call("POST", CASH, { ...cashClose, declaredCash: 100 })
      return call("POST", CASH, { ...cashClose, declaredCash: 100 })
    },
    STORE_UNREACHABLE: ({ call }) => call("POST", CASH, { ...cashClose, storeId: SISTER_STORE }, SISTER_KEY),
  },
  closeCashDay: {
    VALIDATION_ERROR: ({ call }) => call("POST", CASH_V1, { ...cashDay, storeId: ELSEWHERE }),
    STORE_UNREACHABLE: ({ call }) => call("POST", CASH_V1, { ...cashDay, storeId: SISTER_STORE }),
  },
  listCash: {
    VALIDATION_ERROR: ({ call }) => call("GET", `${CASH_V1}?storeId=${STORE}&businessDayDate=2026-11-21&to=2026-11-21`),
  },
  closeDay: {
    VALIDATION_ERROR: ({ call }) => call("POST", closePath("21-11-2026")),
    NOT_FOUND: ({ call }) => call("POST", closePath("2026-11-21", "nowhere")),
    CONFLICT: "by a box",
    STORE_UNREACHABLE: ({ call }) => call("POST", closePath("2026-11-21", SISTER_STORE), undefined, SISTER_KEY),
  },
  printDayClose: {
    VALIDATION_ERROR: ({ call }) => call("POST", printPath(), { printer: { width: 40 } }),
    FORBIDDEN: ({ call }) => call("POST", printPath(SISTER_STORE), { printer: { width: 42 } }),
    PRINT_DAY_NOT_CLOSED: ({ call }) => call("POST", printPath(), { printer: { width: 42 } }),
  },
  recordHeartbeat: {
    VALIDATION_ERROR: ({ call }) =>
      call("POST", HEALTH, { ...HUB_ENDPOINTS.recordHeartbeat.example, storeId: "nowhere" }),
  },
  numberFiscal: {
    VALIDATION_ERROR: ({ call }) => call("POST", NUMBERING, { ...numbering, totals: { total: "1.23456" } }),
    NOT_FOUND: ({ call }) => call("POST", NUMBERING, { ...numbering, store: { code: "NOWHERE" } }),
    CONFLICT: async (hub) => {
      const body = orderBody()
      await hub.call("POST", ORDERS, body)
      await hub.call("POST", cancelPath(body.orderId), { reason: "Customer left" })
      return hub.call("POST", NUMBERING, { ...numbering, orderId: body.orderId })
    },
    ORDER_ALREADY_INVOICED: async (hub) => {
      const body = orderBody()
      const { body: made } = await hub.call("POST", ORDERS, body)
      await putInvoice(hub, made.data.id, "authorized")
      return hub.call("POST", NUMBERING, { ...numbering, orderId: body.orderId })
    },
    FISCAL_DOCUMENT_NOT_ISSUED: ({ call }) =>
      call("POST", NUMBERING, { ...numbering, operation: "CANCEL", orderId: "x" }),
    STORE_UNREACHABLE: async (hub) => {
      const { body } = await hub.call("GET", `${ORDERS}/${await offered(hub)}`, undefined, SISTER_KEY)
      const there = { orderId: body.data.orderExternal, store: { code: "GYE-001" } }
      // An ISSUE is numbered by the hub then.
      return hub.call("POST", NUMBERING, { ...numbering, ...there, operation: "CANCEL" }, SISTER_KEY)
    },
  },
  readFiscalRequest: {
    NOT_FOUND: ({ call }) => call("GET", `${NUMBERING}/${STORE}`),
  },
  ...MENU_PROVOKED,
  openClaim: {},
  pollClaim: {
    NOT_FOUND: ({ call }) => call("POST", `/api/box/v1/claims/${STORE}/poll`, { pollToken: "nobody" }, null),
  },
  acceptPromotion: {
    NOT_FOUND: ({ call }) => call("POST", "/api/box/v1/take-over", SUCCESSOR, null),
  },
  sendLeftover: {
    NOT_FOUND: ({ call }) => call("POST", HAND_OVER_PATH, { ...FORMER, password: "nobody's" }, null),
    SERVICE_UNAVAILABLE: async (hub) => {
      await keepFormerBox(hub)
      return hub.call("POST", HAND_OVER_PATH, { ...FORMER, message: { topic: "nobody's", payload: "{}" } }, null)
    },
  },
  queryUpdate: {
    NOT_FOUND: ({ call }) =>
      call(
        "POST",
        "/api/box/v1/update",
        { storeId: STORE, password: "nobody's", running: "1.0.0", platform: "linux-x64" },
        null,
      ),
  },
  login: {
    UNAUTHORIZED: ({ call }) => call("POST", LOGIN, { ...CLIENT_LOGIN, client_secret: "another" }, KEY, CLIENT_HEADERS),
  },
  olderLogin: {
    UNAUTHORIZED: ({ call }) => call("POST", OLDER_LOGIN, { ...USER_LOGIN, password: "another" }, null),
    RATE_LIMITED: async ({ call, clock }) => {
      const guess = () => call("POST", OLDER_LOGIN, { ...USER_LOGIN, password: "another" }, null)
      let answer = await guess()
      while (answer.status === 401) {
        // The general limit on callers without a key is not what is asked for here.
        clock.advance(1_000)
        answer = await guess()
      }
      return answer
    },
  },
  legacyCreate: {
    VALIDATION_ERROR: (hub) => legacy(hub, "POST", "", legacyBody({ total: 1.23456 })),
    AMOUNT_MISMATCH: (hub) => legacy(hub, "POST", "", legacyBody({ paid: "CARD", amount: 1 })),
    PAYMENT_METHODS_NOT_FOUND: (hub) => legacy(hub, "POST", "", legacyBody({ paid: "SHELLS" })),
    NOT_FOUND: (hub) => legacy(hub, "POST", "", legacyBody({ store: { code: "NOWHERE" } })),
  },
  legacyGet: {
    NOT_FOUND: (hub) => legacy(hub, "GET", "/nothing"),
    CONFLICT: async (hub) => legacy(hub, "GET", `/${await ambiguous(hub)}`),
  },
  legacyCancel: {
    VALIDATION_ERROR: (hub) => legacyCancelled(hub, {}, { change: { cancellation_type: "nobody's" } }),
    PAYMENT_METHODS_NOT_FOUND: (hub) => legacyCancelled(hub, {}, { change: { payment_method_uid: STORE } }),
    ORDER_TOKEN_REQUIRED: (hub) => legacyCancelled(hub, { paid: "LINK" }),
    NOT_FOUND: (hub) => legacy(hub, "POST", "/nothing/refund", LEGACY_CANCEL),
    CONFLICT: async (hub) => legacy(hub, "POST", `/${await ambiguous(hub)}/refund`, LEGACY_CANCEL),
    CANCELLATION_IN_PROGRESS: (hub) => legacyCancelled(hub, {}, { meanwhile: (id) => markCancelling(hub, id) }),
    ORDER_NOT_CANCELLABLE: (hub) => legacyCancelled(hub, { paid: "CASH", channel: "POS" }),
    BUSINESS_DAY_CLOSED: (hub) => legacyCancelled(hub, { created_at: "2026-11-20T12:30:00-05:00" }),
    FISCAL_ALREADY_CANCELLED: (hub) =>
      legacyCancelled(hub, {}, { meanwhile: (id) => putInvoice(hub, id, "cancelled") }),
    FISCAL_REPRESENTATION_NOT_VOIDED: (hub) =>
      legacyCancelled(hub, {}, { meanwhile: (id) => putInvoice(hub, id, "authorized") }),
    CANCELLATION_POLICY_DENIED: (hub) => legacyCancelled(hub, { created_at: "2026-11-21T11:30:00-05:00" }),
    REFUND_FAILED: (hub) => legacyCancelled(hub, { paid: "LINK", metadata: { order_token: "t" }, ...NO_REFUND }),
    STORE_UNREACHABLE: (hub) => legacyCancelled(hub, {}, { meanwhile: (id) => offer(hub, id, "acme.ec.quito") }),
  },
  reportAggregator: {
    VALIDATION_ERROR: ({ call }) => call("POST", AGGREGATOR, aggregatorReport({})),
    FORBIDDEN: async (hub) =>
      hub.call("POST", AGGREGATOR, aggregatorReport({ orderId: await order(hub), channelCode: "RAPPI" })),
    NOT_FOUND: ({ call }) => call("POST", AGGREGATOR, aggregatorReport({ orderId: STORE })),
    CONFLICT: async (hub) => {
      const [one, other] = [await reportable(hub), await reportable(hub)]
      const { orderId } = one
      return hub.call("POST", AGGREGATOR, aggregatorReport({ orderId, externalOrderId: other.externalOrderId }))
    },
  },
  reportKitchen: {
    VALIDATION_ERROR: async (hub) =>
      hub.call("POST", KITCHEN, kitchenReport({ orderId: await order(hub), eventId: "evt_000000000000" })),
    NOT_FOUND: ({ call }) => call("POST", KITCHEN, kitchenReport({ orderId: STORE, eventId: "evt_000000000000" })),
  },
  reportFiscal: {
    VALIDATION_ERROR: async (hub) =>
      hub.call("POST", FISCAL, fiscalReport({ orderId: await order(hub), eventId: "evt_000000000000" })),
    NOT_FOUND: ({ call }) => call("POST", FISCAL, fiscalReport({ orderId: STORE, eventId: "evt_000000000000" })),
    CONFLICT: async (hub) => {
      const { orderId, eventId } = await reportable(hub)
      await hub.call("POST", FISCAL, fiscalReport({ orderId, eventId }))
      return hub.call("POST", FISCAL, fiscalReport({ orderId, eventId, ...REJECTED }))
    },
  },
  readCallback: {
    NOT_FOUND: ({ call }) => call("GET", recordPath(STORE)),
    FORBIDDEN: async (hub) => {
      const { orderId, eventId } = await reportable(hub)
      const { body } = await hub.call("POST", FISCAL, fiscalReport({ orderId, eventId }))
      const { authorization = "" } = await logIn(hub)
      return hub.call("GET", recordPath(body.webhookEventId), undefined, null, { authorization })
    },
  },
  ...PAYMENT_LINKS_PROVOKED,
}

const rows = Object.entries(PROVOKED).flatMap(([name, codes]) =>
  Object.entries(codes as Record<string, Provoke>).flatMap(([code, provoke]) =>
    typeof provoke === "string" ? [] : [[name, code as RefusalCode, provoke] as const],
  ),
)

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true, allowPrivateWebhooks: true })
    const opened = await hub.call("POST", "/api/box/v1/claims", { epoch: STORE, appVersion: "1" }, null)
    // The second store has a box from here on, and nobody speaks for it.
    await hub.hub.operator.claim(opened.body.data.code, SISTER_STORE)
  })

  describe("each declared refusal is produced", () => {
    it.each(rows)("%s: %s", async (name, code, provoke) => {
      const answer = await provoke(hub)
      const status = statusFor(HUB_ENDPOINTS[name as keyof Table], code, hasFaults(answer))
      expect([answer.status, codeOf(answer)]).toEqual([status, code])
      expect(messageOf(answer).length).toBeGreaterThan(0)
      expect(answer.headers.has("retry-after")).toBe([429, 503].includes(answer.status))
    })
  })
})

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

function markCancelling({ beside }: TestHub, orderId: string): Promise<void> {
  return beside(({ store }) =>
    store.system.write(async (scope) => {
      const tx = fence(scope, TENANT, store.dialect)
      const kept = await lockOrder(tx, orderId)
      if (!kept) throw new Error(`there is no order ${orderId}`)
      const cancellation = { reason: "Somebody left", type: null, note: null, group: "other", by: "apikey:k" } as const
      const cancelling = { id: orderId, at: tx.now, cancellation }
      await updateOrder(tx, { ...kept, order: { ...kept.order, cancelling } }, kept.home)
    }),
  )
}
