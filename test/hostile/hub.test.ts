/** Hostile input at every endpoint of the hub that writes: the documented refusal, nothing written, and it sells as before. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { logIn } from "../kit/clients.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { CSRF, type SignedIn, signIn } from "../kit/people.ts"
import { openSandbox } from "../kit/sandbox.ts"
import type { Target } from "./attack.ts"
import { askWithBadBodies, askWithGoodBodies, askWithQueries } from "./by-schema.ts"
import { hubMarks } from "./marks.ts"
import { sampleOf } from "./sample-of.ts"
import {
  attackAll,
  attackAndWatch,
  dataAttacks,
  refusedAtTheDoor,
  refusedAttacks,
  slowAttacks,
  writersOf,
} from "./sweep.ts"
import { watchHub } from "./watch-rows.ts"

const OTHER_TURN = 8
const LONG_MS = 1_800_000
/** They end the session of whoever asks: a person of their own does. */
const ENDING = ["session.signOut", "session.signOutEverywhere"]

eachDatabase((engine, open) => {
  let hub: TestHub
  let targets: Target[]
  let readers: Target[]
  let owner: SignedIn
  /** The other engine is asked other kinds, and by schema the other half of the endpoints. */
  const turn = engine === "sqlite" ? 0 : OTHER_TURN
  const inTurns = (all: readonly Target[]) => all.filter((_, n) => n % 2 === (engine === "sqlite" ? 0 : 1))

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true, sandbox: await openSandbox() })
    owner = await signIn(hub, "owner")
    const leaving = await signIn(hub, "owner")
    // Whoever asks could be shut out by what is drawn: another is changed.
    const { personId } = await signIn(hub, "operations")
    const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
    const headers = { "x-api-key": KEY, ...(await logIn(hub)) }
    const target = (value: Endpoint, credential: Record<string, string>): Target => ({
      value,
      path: pathOf(value, id, { personId }),
      headers: credential,
      body: value.example ?? (value.body && sampleOf(value.body)),
    })
    const asPerson = ({ cookie }: SignedIn) => ({ cookie, ...CSRF })
    const readersOf = (table: Readonly<Record<string, Endpoint>>) =>
      Object.values(table).filter(({ method }) => method === "GET")
    readers = [
      ...readersOf(HUB_ENDPOINTS).map((value) => target(value, headers)),
      ...readersOf(ADMIN_ENDPOINTS).map((value) => target(value, asPerson(owner))),
    ]
    targets = [
      ...writersOf(HUB_ENDPOINTS).map((value) => target(value, headers)),
      ...writersOf(ADMIN_ENDPOINTS).map((value) =>
        target(value, asPerson(ENDING.includes(value.name) ? leaving : owner)),
      ),
    ]
  })

  describe("input that no endpoint may accept", () => {
    it(
      "is refused as the endpoint documents, and nothing is written",
      async () => {
        await hub.hub.queue.settle()
        const before = await hub.beside(hubMarks)
        expect(await attackAll(hub.hub.url, refusedAttacks(targets, turn))).toEqual([])
        expect(await hub.beside(hubMarks)).toEqual(before)
      },
      LONG_MS,
    )
  })

  describe("a request that never arrives completely", () => {
    it(
      "gets a 408 after half a minute, and nothing is written",
      async () => {
        await hub.hub.queue.settle()
        const before = await hub.beside(hubMarks)
        expect(await attackAll(hub.hub.url, slowAttacks(targets), targets.length)).toEqual([])
        expect(await hub.beside(hubMarks)).toEqual(before)
      },
      LONG_MS,
    )
  })

  describe("bodies made from the endpoint's schema", () => {
    it(
      "are refused if they violate it, and nothing is written",
      async () => {
        await hub.hub.queue.settle()
        const before = await hub.beside(hubMarks)
        await askWithBadBodies(hub.hub.url, inTurns(targets))
        expect(await hub.beside(hubMarks)).toEqual(before)
      },
      LONG_MS,
    )

    it(
      "are accepted or refused as documented if they match it",
      async () => {
        await askWithGoodBodies(hub.hub.url, inTurns(targets))
        await askWithQueries(hub.hub.url, inTurns(readers))
      },
      LONG_MS,
    )
  })

  describe("strange values in fields", () => {
    it(
      "are stored as data or refused, break nothing, and write nothing if refused",
      async () => {
        await hub.hub.queue.settle()
        const wrong = await hub.beside(async (context) => {
          const watch = await watchHub(context, engine, () => hub.hub.queue.settle())
          return attackAndWatch(hub.hub.url, dataAttacks(targets, turn), watch)
        })
        expect(wrong).toEqual([])
      },
      LONG_MS,
    )

    it("change nothing for later requests", async () => {
      expect((await hub.call("POST", ORDERS, orderBody())).status).toBe(201)
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
      expect((await owner.call("GET", ADMIN_ENDPOINTS.readMe.path)).status).toBe(200)
    })
  })

  it("every body that the attacks start from is accepted by its endpoint", () => {
    expect(refusedAtTheDoor(targets)).toEqual([])
  })
})
