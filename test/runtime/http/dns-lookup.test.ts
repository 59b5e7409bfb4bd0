/** Names that no server answers for: each has its turn, and no others wait for them. */
import { beforeEach, expect, it, vi } from "vitest"
import { createFairLookup } from "../../../runtime/http/dns-lookup.ts"
import type { LookupAll } from "../../../runtime/public-address.ts"
import { whenOver } from "../../kit/temp.ts"

const LATE_MS = 1_000
const FOUND = [{ address: "192.0.2.1", family: 4 }]
const FAILED = Object.assign(new Error("nobody answers"), { code: "EAI_AGAIN" })

/** What the system is asked for and has not answered yet. */
let open: Map<string, Parameters<LookupAll>[2]>
let answers: string[]
let look: (name: string) => void

beforeEach(() => {
  vi.useFakeTimers()
  whenOver(() => void vi.useRealTimers())
  open = new Map()
  answers = []
  const fair = createFairLookup({ lateMs: LATE_MS, lookupAll: (name, _options, answer) => void open.set(name, answer) })
  look = (name) =>
    fair(
      name,
      { all: true },
      (error, addresses) => void answers.push(`${name} ${error?.code ?? addresses[0]?.address}`),
    )
})

function answer(name: string, error: typeof FAILED | null): void {
  const tell = open.get(name)
  open.delete(name)
  tell?.(error, error ? [] : FOUND)
}

function beLate(...names: readonly string[]): void {
  for (const name of names) look(name)
  vi.advanceTimersByTime(LATE_MS)
  for (const name of names) answer(name, FAILED)
}

const asked = () => [...open.keys()]

it("simultaneous lookups of one name share one answer", () => {
  for (let n = 0; n < 3; n += 1) look("one.example")
  expect(asked()).toEqual(["one.example"])
  answer("one.example", null)
  expect(answers).toEqual(Array(3).fill("one.example 192.0.2.1"))
  look("one.example")
  expect(asked()).toEqual(["one.example"])
})

it("names without an answer in time are looked up one at a time, others at once", () => {
  beLate("dead-1.example", "dead-2.example", "dead-3.example")
  answers = []
  for (const name of ["dead-1.example", "dead-2.example", "dead-3.example", "good.example"]) look(name)
  expect(asked()).toEqual(["dead-1.example", "good.example"])
  answer("good.example", null)
  answer("dead-1.example", FAILED)
  expect(asked()).toEqual(["dead-2.example"])
  answer("dead-2.example", FAILED)
  answer("dead-3.example", null)
  expect(answers).toEqual([
    "good.example 192.0.2.1",
    "dead-1.example EAI_AGAIN",
    "dead-2.example EAI_AGAIN",
    "dead-3.example 192.0.2.1",
  ])
})

it("a name that was found, even late, is looked up at once the next time", () => {
  beLate("dead.example", "back.example", "unknown.example")
  for (const name of ["dead.example", "back.example", "unknown.example"]) look(name)
  answer("dead.example", FAILED)
  vi.advanceTimersByTime(LATE_MS)
  answer("back.example", null)
  answer("unknown.example", FAILED)
  beLate("dead.example")
  for (const name of ["dead.example", "back.example", "unknown.example"]) look(name)
  expect(asked()).toEqual(["dead.example", "back.example", "unknown.example"])
})
