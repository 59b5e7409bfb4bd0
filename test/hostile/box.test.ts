/** Hostile input at every endpoint of the box that writes: the documented refusal, nothing written, and it sells as before. */
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { DEVICE_KINDS, type DeviceKind } from "../../protocol/scopes.ts"
import { API_KEY, type LoneBox, openLoneBox } from "../kit/lone-box.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { pairScreen } from "../kit/store-staff.ts"
import { type Target, withBody } from "./attack.ts"
import { askWithBadBodies, askWithGoodBodies, askWithQueries } from "./by-schema.ts"
import { boxMarks } from "./marks.ts"
import { sampleOf } from "./sample-of.ts"
import { asBytes, sendRaw } from "./send-raw.ts"
import {
  attackAll,
  attackAndWatch,
  dataAttacks,
  refusedAtTheDoor,
  refusedAttacks,
  slowAttacks,
  writersOf,
} from "./sweep.ts"
import { watchBox } from "./watch-rows.ts"

const LONG_MS = 1_800_000
const KINDS = Object.keys(DEVICE_KINDS) as DeviceKind[]
/** Once there is staff, or a drill, what others may do is another matter: they come last. */
const LATE = ["staff.create", "drill.start"]
/** It asks the store's network who is a printer; a test asks nobody. */
const BODIES: Readonly<Record<string, unknown>> = { "printers.find": {} }

let box: LoneBox
let targets: Target[]
let readers: Target[]

beforeAll(async () => {
  box = await openLoneBox()
  const keys = new Map<DeviceKind, string>()
  for (const kind of KINDS) keys.set(kind, (await pairScreen(box.box, kind, `hostile-${kind}`)).key)
  const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
  const credentialOf = ({ scope }: Endpoint): Record<string, string> => {
    const kind = KINDS.find((one) => (DEVICE_KINDS[one] as readonly unknown[]).includes(scope))
    if (scope === null) return {}
    return { "x-api-key": scope.startsWith("store:") && kind ? (keys.get(kind) ?? "") : API_KEY }
  }
  const targetOf = (value: Endpoint): Target => ({
    value,
    path: pathOf(value, id),
    headers: credentialOf(value),
    body: BODIES[value.name] ?? value.example ?? (value.body && sampleOf(value.body)),
  })
  const all = writersOf(BOX_ENDPOINTS).map(targetOf)
  readers = Object.values(BOX_ENDPOINTS as Readonly<Record<string, Endpoint>>)
    .filter(({ method }) => method === "GET")
    .map(targetOf)
  const isLate = ({ value }: Target) => LATE.includes(value.name)
  targets = [...all.filter((target) => !isLate(target)), ...all.filter(isLate)]
})

describe("input that no endpoint may accept", () => {
  it(
    "is refused as the endpoint documents, and nothing is written",
    async () => {
      const before = boxMarks(join(box.data, "box.db"))
      expect(await attackAll(box.box.url, refusedAttacks(targets))).toEqual([])
      expect(boxMarks(join(box.data, "box.db"))).toEqual(before)
    },
    LONG_MS,
  )
})

describe("a request that never arrives completely", () => {
  it(
    "gets a 408 after half a minute, and nothing is written",
    async () => {
      const before = boxMarks(join(box.data, "box.db"))
      expect(await attackAll(box.box.url, slowAttacks(targets), targets.length)).toEqual([])
      expect(boxMarks(join(box.data, "box.db"))).toEqual(before)
    },
    LONG_MS,
  )
})

describe("bodies made from the endpoint's schema", () => {
  const early = () => targets.filter(({ value }) => !LATE.includes(value.name))

  it(
    "are refused if they violate it, and nothing is written",
    async () => {
      const before = boxMarks(join(box.data, "box.db"))
      await askWithBadBodies(box.box.url, targets)
      expect(boxMarks(join(box.data, "box.db"))).toEqual(before)
    },
    LONG_MS,
  )

  it(
    "are accepted or refused as documented if they match it",
    async () => {
      await askWithGoodBodies(
        box.box.url,
        early().filter(({ value }) => !(value.name in BODIES)),
      )
      await askWithQueries(box.box.url, readers)
    },
    LONG_MS,
  )
})

it("an incomplete request does nothing, even at endpoints without a body", async () => {
  const [closing] = targets.filter(({ value }) => value.name === BOX_ENDPOINTS.closeStoreDay.name)
  if (!closing) throw new Error("there is no such endpoint")
  const day = async () => (await box.call("GET", BOX_ENDPOINTS.readToday.path)).body.data.day
  await box.call("POST", BOX_ENDPOINTS.openDay.path)
  const path = `/api/lan/v1/days/${(await day()).businessDayDate}/close`
  const bad = withBody({ ...closing, path }, "zz\r\n{}\r\n0\r\n\r\n", [["transfer-encoding", "chunked"]])
  expect((await sendRaw(box.box.url, asBytes(bad)))?.status).toBe(400)
  const half = withBody({ ...closing, path }, "{", [["content-length", "10"]])
  await sendRaw(box.box.url, asBytes(half), { hangUp: true })
  expect((await day()).status).toBe("open")
})

describe("strange values in fields", () => {
  it(
    "are stored as data or refused, break nothing, and write nothing if refused",
    async () => {
      const watch = await watchBox(join(box.data, "box.db"))
      const wrong = await attackAndWatch(box.box.url, dataAttacks(targets), watch).finally(watch.close)
      expect(wrong).toEqual([])
    },
    LONG_MS,
  )

  it("change nothing for later requests", async () => {
    expect((await box.call("POST", ORDERS, orderBody(), API_KEY)).status).toBe(201)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

it("every body that the attacks start from is accepted by its endpoint", () => {
  expect(refusedAtTheDoor(targets)).toEqual([])
})
