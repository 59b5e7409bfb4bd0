/**
 * One invoice that is asked of hub and store at the same time or while they cannot hear each other: one number stands, and the later
 * one is cancelled (docs/contract/fiscal.md#which-side-numbers). On PostgreSQL two hub processes share one broker.
 */
import { beforeEach, expect, it } from "vitest"
import { requestsOf } from "../../hub/fiscal/requests-store.ts"
import { findOrder } from "../../hub/orders/index.ts"
import { COMMAND_TIMEOUT_MS } from "../../protocol/sync/limits.ts"
import { type BothSides, openBothSides, PARTNER } from "../kit/both-sides.ts"
import { eachDatabase } from "../kit/databases.ts"
import { sentOf } from "../kit/events.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { type Answer, KEY, STORE, testTenants } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { TENANT } from "../kit/orders.ts"
import { signIn } from "../kit/people.ts"

const ROUNDS = 6
const LIST = "/api/admin/attention"

/** The first store in Chile, where credit notes have folios of their own. */
function inChile({ hubHasNotes }: { hubHasNotes: boolean }): string {
  const file = JSON.parse(testTenants())
  const [store] = file.accounts[0].vendors[0].stores
  const folios = (documentType: string, from: number, side: string) => ({ documentType, from, to: from + 99, side })
  store.countryCode = "CL"
  store.legal = { legalName: "Acme Chile SpA", govIdType: "RUT", govIdNumber: "60.803.000-1" }
  store.fiscal.points = [
    folios("39", 1, "hub"),
    ...(hubHasNotes ? [folios("61", 1, "hub")] : []),
    folios("39", 101, "appliance"),
    folios("61", 101, "appliance"),
  ]
  return JSON.stringify(file)
}

const sorted = (row: Readonly<Record<string, string>>) => Object.entries(row).sort()

eachDatabase((engine, database) => {
  let sides: BothSides
  beforeEach(async () => {
    sides = await openBothSides(database, engine === "postgres" ? 2 : 1, { sandboxFiscalDelayMs: 0 })
    await until(() => sides.box.box.sync().link === "up")
  })

  const issueAt = (side: Pick<BothSides["hub"], "call">, orderId: string): Promise<Answer> =>
    side.call("POST", NUMBERING, fiscalBody({ orderId }), KEY)
  const atBox = () => ({ call: sides.box.call as BothSides["hub"]["call"] })
  const numberOf = ({ body }: Answer) => body.data?.document.documentNumber
  const documentsOf = (orderId: string) =>
    sides.hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, orderId)))
  const invoicesOf = async (orderId: string) =>
    (await documentsOf(orderId)).filter(({ record }) => record.operation === "ISSUE")
  const notesOf = async (orderId: string) =>
    (await documentsOf(orderId)).filter(({ record }) => record.operation === "CANCEL")

  async function sell(orderId: string): Promise<string> {
    const { id } = (await sides.box.call("POST", ORDERS, orderBody({ orderId }))).body.data
    await sides.box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: `t-${orderId}` }))
    return id
  }

  /** One document stands on both sides, and the other number is cancelled once. */
  async function expectOneStands(orderId: string, id: string, numbers: { stands: string; cancelled: string }) {
    const statuses = async () =>
      Object.fromEntries(
        (await documentsOf(orderId)).map(({ record }) => [
          `${record.operation} ${record.representation.compensates?.documentNumber ?? record.representation.documentNumber}`,
          record.documentStatus,
        ]),
      )
    const expected = {
      [`ISSUE ${numbers.stands}`]: "AUTHORIZED",
      [`ISSUE ${numbers.cancelled}`]: "CANCELLED",
      [`CANCEL ${numbers.cancelled}`]: "AUTHORIZED",
    }
    await until(async () => JSON.stringify(sorted(await statuses())) === JSON.stringify(sorted(expected)))
    const [note, ...more] = await notesOf(orderId)
    expect(more).toEqual([])
    await sides.agree()
    const shown = {
      documentNumber: numbers.stands,
      history: [note?.record.representation.documentNumber, numbers.cancelled],
    }
    for (const side of [...sides.hubs, atBox()]) {
      await until(async () => (await sides.read(side, id)).fiscal?.status === "authorized")
      expect(numberOf(await issueAt(side, orderId))).toBe(numbers.stands)
    }
    const told = (await sentOf(sides.hub, id, "order.sent_to_authority")).at(-1)
    expect(told.data.fiscalRepresentation).toMatchObject({ documentNumber: numbers.stands })
    const kept = await sides.hub.beside(({ store }) => store.read(TENANT, (scope) => findOrder(scope, id)))
    const { documentNumber, history } = kept?.order.fiscalRepresentation ?? {}
    expect({ documentNumber, history: history?.map((one) => one.documentNumber) }).toEqual(shown)
    for (const { record } of await documentsOf(orderId)) {
      const lookup = `${NUMBERING}/${record.fiscalRequestId}`
      const there = await sides.box.call("GET", lookup, undefined, KEY)
      const here = await sides.hub.call("GET", lookup)
      expect([there.body.data.documentStatus, here.body.data.documentStatus]).toEqual([
        record.documentStatus,
        record.documentStatus,
      ])
    }
    await expectTold(id, numbers)
  }

  /** The back office has an action item until somebody settles it. */
  async function expectTold(id: string, { cancelled }: { cancelled: string }) {
    const person = await signIn(sides.hub, "operations")
    const items = async () =>
      (await person.call("GET", `${LIST}?kind=document`)).body.data.items.filter(
        ({ order }: { order: string }) => order === id,
      )
    const [item, ...more] = await items()
    expect(more).toEqual([])
    expect(item).toMatchObject({ advice: "twiceCancelled", actions: ["dismiss"] })
    expect([item.what, item.why].join(" ")).toContain(cancelled)
    const done = { kind: "document", key: item.key, action: "dismiss", note: "the guest has the other paper" }
    expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(200)
    expect(await items()).toEqual([])
    const { timeline } = (await person.call("GET", `/api/admin/orders/${id}`)).body.data
    const cancelling = timeline.filter(({ kind }: { kind: string }) => kind === "fiscal.replaced")
    expect(cancelling).toMatchObject([{ facts: expect.arrayContaining([{ name: "number", value: cancelled }]) }])
  }

  it("both are asked at once: the hub asks the store first, so there is one number", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const orderId = `at-once-${round}`
      const answers = await Promise.all([...sides.hubs, atBox()].map((side) => issueAt(side, orderId)))
      const numbers = new Set(answers.map(numberOf))
      expect([...numbers]).toEqual([expect.stringMatching(/^001-002-/)])
      expect(await invoicesOf(orderId)).toHaveLength(1)
    }
    // The number finds its order, wherever that is created.
    const ids = []
    for (const [index, side] of [sides.hub, atBox()].entries()) {
      const body = orderBody({ orderId: `at-once-${index}`, channel: "WEB" })
      ids.push((await side.call("POST", ORDERS, body, KEY)).body.data.id)
    }
    for (const id of ids) {
      await until(async () => (await sides.read(sides.hub, id)).fiscal?.status === "authorized")
      await until(async () => (await sides.read(sides.box, id))?.fiscal.status === "authorized")
    }
  })

  it("an order that its store has not seen yet is numbered by the store", async () => {
    const orderId = "on-its-way-1"
    const [made, numbered] = await Promise.all([
      sides.hub.call("POST", ORDERS, orderBody({ orderId, channel: "WEB" })),
      issueAt(sides.hub, orderId),
    ])
    expect([numbered.status, numberOf(numbered)]).toEqual([201, expect.stringMatching(/^001-002-/)])
    const { id } = made.body.data
    await until(async () => (await sides.read(sides.hub, id)).fiscal?.status === "authorized")
    expect(await invoicesOf(orderId)).toHaveLength(1)
  })

  it("the store is silent: the hub numbers once after the wait, and the store uses that number", async () => {
    const orderId = "silent-1"
    const { id } = (await sides.box.call("POST", ORDERS, orderBody({ orderId }))).body.data
    await sides.box.whenSynced()
    sides.cable.deafen()
    const asked = Date.now()
    const answers = await Promise.all(sides.hubs.map((hub) => issueAt(hub, orderId)))
    expect(Date.now() - asked).toBeGreaterThanOrEqual(COMMAND_TIMEOUT_MS)
    for (const answer of answers) expect(numberOf(answer)).toBe("001-001-000000001")
    // What is known is answered without another wait.
    expect((await issueAt(sides.hub, orderId)).body.data.reused).toBe(true)
    await sides.agree()
    for (const side of [...sides.hubs, atBox()]) {
      await until(async () => (await sides.read(side, id)).fiscal?.status === "authorized")
      expect(numberOf(await issueAt(side, orderId))).toBe("001-001-000000001")
    }
    expect(await documentsOf(orderId)).toHaveLength(1)
  })

  it("the store answers too late: the hub's number, which is later, is cancelled", async () => {
    const orderId = "late-1"
    const { id } = (await sides.box.call("POST", ORDERS, orderBody({ orderId }))).body.data
    await sides.box.whenSynced()
    sides.cable.mute()
    const answering = issueAt(sides.hub, orderId)
    await until(async () => (await sides.read(sides.box, id)).fiscal.status === "pending")
    sides.hub.clock.advance(COMMAND_TIMEOUT_MS)
    const answered = await answering
    expect(numberOf(answered)).toBe("001-001-000000001")
    await sides.agree()
    await expectOneStands(orderId, id, { stands: "001-002-000000001", cancelled: "001-001-000000001" })
  })

  it("without a link the hub numbers first: the store's later number is cancelled, even after restarts of both", async () => {
    const orderId = "cut-1"
    sides.cable.pull()
    await until(() => sides.box.box.sync().link === "down")
    await until(async () => (await sides.hub.hub.sync.stateOf(STORE))?.online === false)
    expect(numberOf(await issueAt(sides.hub, orderId))).toBe("001-001-000000001")
    sides.hub.clock.advance(1_000)
    const id = await sell(orderId)
    await sides.box.restart()
    await sides.agree()
    await expectOneStands(orderId, id, { stands: "001-001-000000001", cancelled: "001-002-000000001" })
  })

  it("without a point for credit notes at the hub, the second number is an action item until it can be cancelled", async () => {
    const orderId = "chile-1"
    await sides.hub.hub.operator.provision(inChile({ hubHasNotes: false }))
    await sides.agree()
    sides.cable.pull()
    await until(async () => (await sides.hub.hub.sync.stateOf(STORE))?.online === false)
    await sell(orderId)
    sides.hub.clock.advance(1_000)
    expect(numberOf(await issueAt(sides.hub, orderId))).toBe("1")
    await sides.agree()
    const person = await signIn(sides.hub, "operations")
    const items = async () => (await person.call("GET", `${LIST}?kind=document`)).body.data.items
    await until(async () => (await items())[0]?.advice === "twice")
    const [{ key, why, actions }] = await items()
    expect([why, actions]).toEqual([
      "NUMBERED_TWICE: no credit note could be numbered (FISCAL_NOT_CONFIGURED)",
      ["void", "dismiss"],
    ])
    await sides.hub.hub.operator.provision(inChile({ hubHasNotes: true }))
    const done = await person.call("POST", `${LIST}/settle`, { kind: "document", key, action: "void" })
    expect(done.status).toBe(200)
    const statusOf = async () => (await invoicesOf(orderId)).find(({ record }) => record.side === "hub")?.record
    await until(async () => (await statusOf())?.documentStatus === "CANCELLED")
    expect(await items()).toMatchObject([{ key, advice: "twiceCancelled" }])
  })

  it("both numbered, and the store cancelled its order with a credit note: the hub's number is cancelled too", async () => {
    const orderId = "voided-1"
    sides.cable.pull()
    await until(async () => (await sides.hub.hub.sync.stateOf(STORE))?.online === false)
    await issueAt(sides.hub, orderId)
    sides.hub.clock.advance(1_000)
    const { id } = (await sides.box.call("POST", ORDERS, orderBody({ orderId }))).body.data
    await issueAt(atBox(), orderId)
    await sides.box.call("POST", NUMBERING, { operation: "CANCEL", orderId }, KEY)
    const left = await sides.box.call("POST", `${PARTNER}/${orderId}/cancel`, { reason: "Customer left" }, KEY)
    expect(left.status).toBe(200)
    await sides.agree()
    await until(async () => (await notesOf(orderId)).length === 2)
    await until(async () => (await invoicesOf(orderId)).every(({ record }) => record.documentStatus === "CANCELLED"))
    expect((await sides.read(sides.hub, id)).fiscal.status).toBe("cancelled")
  })
})
