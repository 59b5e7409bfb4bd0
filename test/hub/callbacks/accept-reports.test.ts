import { beforeAll, describe, expect, it } from "vitest"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import type { Scope } from "../../../protocol/scopes.ts"
import {
  AGGREGATOR,
  aggregatorReport,
  FISCAL,
  fiscalReport,
  KITCHEN,
  kitchenReport,
  REJECTED,
  type ReportableOrder,
  recordPath,
  reportable,
} from "../../kit/callbacks.ts"
import { logIn } from "../../kit/clients.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { ACCOUNT_KEY, GLOBEX_KEY, KEY, openTestHub, SISTER_KEY, STORE, type TestHub } from "../../kit/hub.ts"

type Body = Readonly<Record<string, unknown>>
type Make = (order: ReportableOrder, other: ReportableOrder) => Body
type Row = readonly [what: string, make: Make, status: number, error: string, path?: string]

const NOBODY = "0b8f9c1e-5a6d-4e2b-9d3c-000000000000"

const byId = ({ orderId }: ReportableOrder) => ({ orderId })
const ofEvent = ({ orderId, eventId }: ReportableOrder) => ({ orderId, eventId })
const without = (body: Body, key: string) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))

const KINDS: readonly (readonly [path: string, right: Make, rows: readonly Row[]])[] = [
  [
    AGGREGATOR,
    (order) => aggregatorReport(byId(order)),
    [
      ["neither id", () => aggregatorReport({}), 400, "VALIDATION_ERROR", "orderId"],
      ...["channelCode", "status", "providerEventId", "occurredAt"].map(
        (field): Row => [
          `no ${field}`,
          (order) => without(aggregatorReport(byId(order)), field),
          400,
          "VALIDATION_ERROR",
          field,
        ],
      ),
      [
        "an empty status",
        (order) => aggregatorReport({ ...byId(order), status: "" }),
        400,
        "VALIDATION_ERROR",
        "status",
      ],
      [
        "a moment without an offset",
        (order) => aggregatorReport({ ...byId(order), occurredAt: "2026-11-21T17:40:00" }),
        400,
        "VALIDATION_ERROR",
        "occurredAt",
      ],
      ["an id that is no UUID", () => aggregatorReport({ orderId: "web-1" }), 400, "VALIDATION_ERROR", "orderId"],
      ["another channel", (order) => aggregatorReport({ ...byId(order), channelCode: "RAPPI" }), 403, "FORBIDDEN"],
      ["an unknown id", () => aggregatorReport({ orderId: NOBODY }), 404, "NOT_FOUND"],
      ["an unknown external id", () => aggregatorReport({ externalOrderId: "nobody" }), 404, "NOT_FOUND"],
      [
        "ids of two orders",
        (order, { externalOrderId }) => aggregatorReport({ ...byId(order), externalOrderId }),
        409,
        "CONFLICT",
      ],
      [
        "an id, and an external id of none",
        (order) => aggregatorReport({ ...byId(order), externalOrderId: "nobody" }),
        404,
        "NOT_FOUND",
      ],
    ],
  ],
  [
    KITCHEN,
    (order) => kitchenReport(ofEvent(order)),
    [
      ...["eventType", "providerEventId", "orderId", "eventId", "occurredAt"].map(
        (field): Row => [
          `no ${field}`,
          (order) => without(kitchenReport(ofEvent(order)), field),
          400,
          "VALIDATION_ERROR",
          field,
        ],
      ),
      [
        "another stage",
        (order) => kitchenReport({ ...ofEvent(order), eventType: "order.eaten" }),
        400,
        "VALIDATION_ERROR",
        "eventType",
      ],
      [
        "an event that was never sent",
        (order) => kitchenReport({ ...ofEvent(order), eventId: "evt_000000000000" }),
        400,
        "VALIDATION_ERROR",
        "eventId",
      ],
      [
        "another order's event",
        (order, { eventId }) => kitchenReport({ ...ofEvent(order), eventId }),
        400,
        "VALIDATION_ERROR",
        "eventId",
      ],
      ["an unknown order", (order) => kitchenReport({ ...ofEvent(order), orderId: NOBODY }), 404, "NOT_FOUND"],
    ],
  ],
  [
    FISCAL,
    (order) => fiscalReport(ofEvent(order)),
    [
      ...["countryCode", "eventType", "providerEventId", "occurredAt", "orderId", "eventId"].map(
        (field): Row => [
          `no ${field}`,
          (order) => without(fiscalReport(ofEvent(order)), field),
          400,
          "VALIDATION_ERROR",
          field,
        ],
      ),
      [
        "another country",
        (order) => fiscalReport({ ...ofEvent(order), countryCode: "US" }),
        400,
        "VALIDATION_ERROR",
        "countryCode",
      ],
      ...[{}, REJECTED].map(
        (verdict): Row => [
          `the country of another vendor (${"error" in verdict ? "rejected" : "authorized"})`,
          (order) => fiscalReport({ ...ofEvent(order), countryCode: "BR", ...verdict }),
          400,
          "VALIDATION_ERROR",
          "countryCode",
        ],
      ),
      [
        "another event type",
        (order) => fiscalReport({ ...ofEvent(order), eventType: "lost" }),
        400,
        "VALIDATION_ERROR",
        "eventType",
      ],
      ...["fiscal_graphic", "authorized", "cancelled"].map(
        (eventType): Row => [
          `${eventType} without a document`,
          (order) => fiscalReport({ ...ofEvent(order), eventType, document: undefined }),
          400,
          "VALIDATION_ERROR",
          "document",
        ],
      ),
      ...["rejected", "denied", "error"].map(
        (eventType): Row => [
          `${eventType} without an error`,
          (order) => fiscalReport({ ...ofEvent(order), eventType, document: undefined }),
          400,
          "VALIDATION_ERROR",
          "error",
        ],
      ),
      [
        "authorized with an error",
        (order) => fiscalReport({ ...ofEvent(order), error: REJECTED.error }),
        400,
        "VALIDATION_ERROR",
        "error",
      ],
      [
        "a document without its type",
        (order) => fiscalReport({ ...ofEvent(order), document: { docSubtype: "FACTURA" } }),
        400,
        "VALIDATION_ERROR",
        "document.docType",
      ],
      [
        "a graphic that is none",
        (order) =>
          fiscalReport({
            ...ofEvent(order),
            eventType: "fiscal_graphic",
            document: { docType: "01", docSubtype: "FACTURA", xmlUrl: "https://sri.example/1.xml" },
          }),
        400,
        "VALIDATION_ERROR",
        "document.pdfUrl",
      ],
      [
        "an event that was never sent",
        (order) => fiscalReport({ ...ofEvent(order), eventId: "evt_000000000000" }),
        400,
        "VALIDATION_ERROR",
        "eventId",
      ],
      ["an unknown order", (order) => fiscalReport({ ...ofEvent(order), orderId: NOBODY }), 404, "NOT_FOUND"],
    ],
  ],
]

const rows = KINDS.flatMap(([path, , refused]) =>
  refused.map(([what, make, status, error, where]) => [path, what, { make, status, error, where }] as const),
)

eachDatabase((_engine, open) => {
  let hub: TestHub
  let order: ReportableOrder
  let other: ReportableOrder

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    order = await reportable(hub)
    other = await reportable(hub)
  })

  describe("a report that can never be accepted is refused before the 202", () => {
    it.each(rows)("%s: %s", async (path, _what, { make, status, error, where }) => {
      const answer = await hub.call("POST", path, make(order, other))
      expect([answer.status, answer.body.success, answer.body.error]).toEqual([status, false, error])
      if (where) expect(answer.body.details.map((fault: { path: string }) => fault.path)).toContain(where)
    })

    it.each(KINDS.map(([path, right]) => [path, right] as const))(
      "%s: an unknown or foreign subject",
      async (path, right) => {
        const asked = async (key: string | null) => (await hub.call("POST", path, right(order, other), key)).status
        expect(await asked(SISTER_KEY)).toBe(404)
        expect(await asked(await keyWith(hub, scopeOf(path), "globex.br.saopaulo"))).toBe(404)
        expect(await asked(ACCOUNT_KEY)).toBe(403)
        expect(await asked(null)).toBe(401)
        expect(await asked(await keyWith(hub, "orders:write"))).toBe(403)
      },
    )

    it.each(KINDS.map(([path]) => [path] as const))("%s: invalid JSON, or a body that is too large", async (path) => {
      expect((await hub.call("POST", path, '{"status":')).body).toMatchObject({ error: "VALIDATION_ERROR" })
      const large = await hub.call("POST", path, { metadata: { large: "x".repeat(1024 * 1024) } })
      expect([large.status, large.body.error]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    })

    it("and leaves no record", async () => {
      const counted = await hub.beside(({ store }) =>
        store.system.read(async ({ db }) => {
          const { n } = await db
            .selectFrom("callback")
            .select(({ fn }) => fn.countAll<number | string>().as("n"))
            .executeTakeFirstOrThrow()
          return Number(n)
        }),
      )
      expect(counted).toBe(0)
    })
  })

  describe("with a Bearer token", () => {
    it.each([
      [AGGREGATOR, 202, 202],
      [KITCHEN, 202, 202],
      [FISCAL, 401, 401],
    ])("%s: an API key gets %i, an access token %i", async (path, byKey, byToken) => {
      const right = KINDS.find(([one]) => one === path)?.[1] as Make
      const key = await hub.call("POST", path, right(order, other), null, { authorization: `Bearer ${KEY}` })
      const { authorization = "" } = await logIn(hub)
      const token = await hub.call("POST", path, right(order, other), null, { authorization })
      expect([key.status, token.status]).toEqual([byKey, byToken])
    })
  })

  describe("the lookup of a report", () => {
    it("needs the scope of the report and the same tenant", async () => {
      const { body } = await hub.call("POST", AGGREGATOR, aggregatorReport(byId(order)))
      const path = recordPath(body.webhookEventId)
      const asked = async (key: string | null) => (await hub.call("GET", path, undefined, key)).status
      expect(await asked(KEY)).toBe(200)
      expect(await asked(await keyWith(hub, "webhooks:aggregator"))).toBe(200)
      expect(await asked(await keyWith(hub, "webhooks:kds"))).toBe(403)
      expect(await asked(SISTER_KEY)).toBe(404)
      expect(await asked(GLOBEX_KEY)).toBe(404)
      expect(await asked(ACCOUNT_KEY)).toBe(403)
      expect(await asked(null)).toBe(401)
    })

    it("is a 404 for an id that was never given", async () => {
      const unknown = await hub.call("GET", recordPath(STORE))
      expect([unknown.status, unknown.body.error]).toEqual([404, "NOT_FOUND"])
      for (const id of ["abc", "web-1", "x".repeat(300)]) {
        const none = await hub.call("GET", recordPath(id))
        expect([none.status, none.body.error]).toEqual([404, "NOT_FOUND"])
      }
    })
  })
})

const scopeOf = (path: string) => all.find((value) => value.path === path)?.scope as Scope

const all: Endpoint[] = Object.values(HUB_ENDPOINTS)

let keys = 0

async function keyWith({ hub }: TestHub, scope: Scope, vendorId = "acme.ec.quito"): Promise<string> {
  keys += 1
  const [accountId = ""] = vendorId.split(".")
  const made = await hub.operator.createKey({ accountId, vendorId, name: `callbacks-${keys}`, scopes: [scope] })
  if (!("key" in made)) throw new Error(made.message)
  return made.key
}
