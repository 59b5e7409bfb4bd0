/** Sends the examples of the reference one after the other, and compares each answer with the recorded one. `npm run record` records them again. */
import { writeFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { bodyExample, RECORDED } from "../../protocol/http/openapi-examples.ts"
import { logIn } from "../kit/clients.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { codeOf } from "../kit/refusals.ts"
import { openSandbox } from "../kit/sandbox.ts"

const EVENTS = "/api/v1/core/external/events"
/** The file that the answers are recorded in. */
const RECORD_FILE = process.env.BRASA_RECORD
const all: Endpoint[] = Object.values(HUB_ENDPOINTS)

interface Step {
  readonly value: Endpoint
  readonly status: number
  /** The order that it is about, where that is one of its own. */
  readonly order?: string
}

const step = (value: Endpoint, status: number, order?: string): Step => ({ value, status, ...(order && { order }) })

const STEPS: readonly Step[] = [
  step(HUB_ENDPOINTS.createOrder, 201),
  step(HUB_ENDPOINTS.createOrder, 200),
  step(HUB_ENDPOINTS.listOrders, 200),
  step(HUB_ENDPOINTS.getOrder, 200),
  step(HUB_ENDPOINTS.updateOrder, 200),
  step(HUB_ENDPOINTS.confirmPayment, 200),
  step(HUB_ENDPOINTS.checkCancellation, 200, "web-1002"),
  step(HUB_ENDPOINTS.cancelOrder, 200, "web-1002"),
  step(HUB_ENDPOINTS.listCancellationReasons, 200),
  step(HUB_ENDPOINTS.legacyCancel, 200, "web-1003"),
  step(HUB_ENDPOINTS.listDeclineReasons, 200),
  step(HUB_ENDPOINTS.recordLostSale, 201),
  step(HUB_ENDPOINTS.recordLostSale, 200),
  step(HUB_ENDPOINTS.listLostSales, 200),
  step(HUB_ENDPOINTS.closeCash, 201),
  step(HUB_ENDPOINTS.closeCashDay, 201),
  step(HUB_ENDPOINTS.listCash, 200),
  step(HUB_ENDPOINTS.closeDay, 200),
  step(HUB_ENDPOINTS.printDayClose, 200),
  step(HUB_ENDPOINTS.numberFiscal, 201),
  step(HUB_ENDPOINTS.numberFiscal, 200),
  step(HUB_ENDPOINTS.readFiscalRequest, 200),
  step(HUB_ENDPOINTS.readFiscalState, 200),
  step(HUB_ENDPOINTS.recordHeartbeat, 204),
  step(HUB_ENDPOINTS.listMethods, 200),
  step(HUB_ENDPOINTS.listMethodsByCountry, 200),
  step(HUB_ENDPOINTS.getMenu, 200),
  step(HUB_ENDPOINTS.setAvailability, 200),
  step(HUB_ENDPOINTS.publishMenu, 202),
  step(HUB_ENDPOINTS.reportMenuSync, 200),
  step(HUB_ENDPOINTS.login, 201),
  step(HUB_ENDPOINTS.olderLogin, 200),
  step(HUB_ENDPOINTS.legacyCreate, 201),
  step(HUB_ENDPOINTS.legacyGet, 200),
  step(HUB_ENDPOINTS.createCharge, 201),
  step(HUB_ENDPOINTS.getCharge, 200),
  step(HUB_ENDPOINTS.cancelAttempt, 200),
  step(HUB_ENDPOINTS.reportAggregator, 202, "web-1004"),
  step(HUB_ENDPOINTS.readCallback, 200),
  step(HUB_ENDPOINTS.reportKitchen, 202, "web-1004"),
  step(HUB_ENDPOINTS.reportFiscal, 202, "web-1004"),
  step(HUB_ENDPOINTS.followEvents, 200),
  step(HUB_ENDPOINTS.openClaim, 201),
  step(HUB_ENDPOINTS.pollClaim, 200),
]

const QUERIES: Record<string, string> = {
  "cash.list": `?storeId=${STORE}&businessDayDate=2026-11-21`,
  "events.follow": "?size=1",
}

it("every body of the contract is sent", () => {
  const asked = STEPS.map(({ value }) => value.name)
  expect(all.filter((value) => value.example && !asked.includes(value.name)).map(({ name }) => name)).toEqual([])
})

eachDatabase((_engine, open) => {
  let hub: TestHub
  let beside: Record<string, string>
  /** The ids that answers have given. */
  const known: Record<string, string> = {}
  const recorded: Record<string, unknown> = {}

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true, sandbox: await openSandbox() })
    beside = await logIn(hub)
  })

  describe("the examples are accepted, one after the other", () => {
    it.each(STEPS.map((one) => [one.value.name, one.status, one] as const))("%s %i", async (name, status, one) => {
      const channel = name === "callbacks.aggregator" ? "GLOVO" : "POS"
      if (one.order) await hub.call("POST", ORDERS, orderBody({ orderId: one.order, channel }))
      if (name === "callbacks.read") await hub.hub.queue.settle()
      const path = pathOf(one.value, one.order ?? "web-1001", known) + (QUERIES[name] ?? "")
      const body = { ...Object(bodyExample(one.value)), ...(await ownOf(name, one.order)) }
      const answer = await hub.call(one.value.method, path, one.value.body ? body : undefined, KEY, beside)
      expect([answer.status, answer.body && codeOf(answer)]).toEqual([status, answer.body && undefined])
      if (answer.body === null) return
      collect(answer.body, known)
      const shown = veiled(answer.body)
      recorded[`${name} ${status}`] = withOldValues(shown, RECORDED[`${name} ${status}`])
      if (RECORD_FILE === undefined) expect(skeletonOf(shown)).toEqual(skeletonOf(RECORDED[`${name} ${status}`]))
    })

    /** What no example can know: the ids of a claim, or of the order and of an event of it. */
    async function ownOf(name: string, order: string | undefined): Promise<object> {
      if (name === "enrolment.pollClaim") return known
      if (name !== "callbacks.kitchen" && name !== "callbacks.fiscal") return {}
      const { body } = await hub.call("GET", `${EVENTS}?orderId=${order}`)
      const [{ orderId, eventId }] = body.data.events
      return { orderId, eventId }
    }

    it.runIf(RECORD_FILE)("is the recorded answer", () =>
      writeFileSync(RECORD_FILE ?? "", JSON.stringify(recorded, null, 2)),
    )
  })
})

const GIVEN = ["intentId", "attemptId", "webhookEventId", "fiscalRequestId", "claimId", "pollToken"]

function collect(value: unknown, into: Record<string, string>): void {
  for (const [key, inner] of Object.entries(Object(value))) {
    if (GIVEN.includes(key) && typeof inner === "string") into[key] = inner
    else if (typeof inner === "object") collect(inner, into)
  }
}

const TOKENS = { accessToken: "…", token: "…", pollToken: "…", terminalKey: "…" }
const VEILED: Record<string, unknown> = {
  ...TOKENS,
  duration: 12,
  traceId: "req-1",
  paymentLink: "https://pay.example/l/8c1",
}
/** Drawn by chance: now and then letters alone. */
const CLAIM_CODE = "675QB6X7"

/** A list is understood from its first entries. */
const SHOWN_MAX = 2

/** Tokens are nobody's to see, and how long it took is never the same twice. */
function veiled(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_MAX).map(veiled)
  if (typeof value !== "object" || value === null) return value
  const shown = "pollToken" in value ? { ...value, code: CLAIM_CODE } : value
  return Object.fromEntries(Object.entries(shown).map(([key, inner]) => [key, VEILED[key] ?? veiled(inner)]))
}

/** Ids, moments and texts stay as they were recorded before, so that a new field changes its own lines and no others. */
function withOldValues(now: unknown, old: unknown): unknown {
  if (typeof now !== "object" || now === null) return skeletonOf(now) === skeletonOf(old) ? old : now
  if (Array.isArray(now)) return now.map((one, at) => withOldValues(one, Array.isArray(old) ? old[at] : undefined))
  return Object.fromEntries(Object.entries(now).map(([key, inner]) => [key, withOldValues(inner, Object(old)[key])]))
}

/** Fields, numbers and words of the contract as they are; ids, moments and texts as what they are. */
function skeletonOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(skeletonOf)
  if (typeof value === "string") return /^[A-Za-z_]{2,40}$/.test(value) ? value : "a text"
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, skeletonOf(inner)]))
}
