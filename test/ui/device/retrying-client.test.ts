import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Client, NoAnswer } from "../../../protocol/client/index.ts"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { openDrawer, openShift, readToday } from "../../../protocol/http/register.ts"
import { createBoxContact } from "../../../ui/device/box-contact.ts"
import { createRetryingClient } from "../../../ui/device/retrying-client.ts"

const LOST: NoAnswer = { ok: false, offline: true, why: "unreachable" }
const REFUSED = { ok: false, offline: false, status: 409, refused: "CONFLICT", message: "", details: [], data: {} }
const SAVED = { ok: true, status: 201, data: {}, headers: {} }
const SHIFT = { shiftId: "s", operatorUid: "c", operatorName: "n", currency: "USD", openingBalance: 1 }

/** A box with these answers, in order. */
function stage(...answers: object[]) {
  const requests: unknown[] = []
  const box = {
    call: async (_endpoint: unknown, options: unknown) => {
      requests.push(options)
      return answers.shift()
    },
  } as unknown as Client
  const contact = createBoxContact({ now: () => "12:03", memory: { read: () => null, write: () => undefined } })
  return { requests, contact, client: createRetryingClient(box, contact) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe("the client of a page at the store", () => {
  it("sends a change until the box answers, always with the same bytes", async () => {
    const { client, contact, requests } = stage(LOST, LOST, SAVED)
    const answer = client.call(openShift, { body: SHIFT })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(contact.waiting()).toEqual({ since: "12:03", attempts: 2 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toBe(SAVED)
    expect(requests).toEqual([{ body: SHIFT }, { body: SHIFT }, { body: SHIFT }])
    expect(contact.waiting()).toBeNull()
  })

  it("ends with a refusal", async () => {
    const { client, contact } = stage(LOST, REFUSED)
    const answer = client.call(openShift, { body: SHIFT })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toBe(REFUSED)
    expect(contact.waiting()).toBeNull()
  })

  it("repeats no read, and nothing that would be done twice", async () => {
    const { client, contact, requests } = stage(LOST, LOST)
    expect(await client.call(readToday, {})).toBe(LOST)
    expect(await client.call(openDrawer, { body: { reason: "GIVE_CHANGE" } })).toBe(LOST)
    expect(requests.length).toBe(2)
    expect(contact.waiting()).toBeNull()
  })
})

it("repeats no request that only reads", () => {
  const endpoints: readonly Endpoint[] = Object.values(BOX_ENDPOINTS)
  const repeated = endpoints.filter(({ repeatable }) => repeatable)
  expect(repeated.length).toBeGreaterThan(0)
  expect(repeated.filter(({ method }) => method === "GET")).toEqual([])
})
