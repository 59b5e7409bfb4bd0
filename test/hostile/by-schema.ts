/** Asks each endpoint for what its own schema says: what it takes breaks nothing, what it does not take is refused as documented. */
import fc from "fast-check"
import type { TSchema } from "typebox"
import { expect } from "vitest"
import { holdAsync } from "../property/hold.ts"
import { type Target, withBody } from "./attack.ts"
import { badBodies, goodBodies } from "./bodies-of.ts"
import { faultOf } from "./sweep.ts"

/** So many bodies of an endpoint in `npm test`. */
const GOOD_RUNS = 1
const BAD_RUNS = 1
/** Longer ones are no HTTP of ours. */
const PATH_CHARS_MAX = 8_000

export async function askWithGoodBodies(url: string, targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    const { body } = target.value
    if (body) await ask(url, { ...{ target, outcome: "data", bodies: goodBodies(body) }, runs: GOOD_RUNS })
  }
}

export async function askWithBadBodies(url: string, targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    const { body } = target.value
    if (body)
      await ask(url, { ...{ target, outcome: "refused", bodies: badBodies(body, target.body) }, runs: BAD_RUNS })
  }
}

/** Queries stand in the path, so they are drawn as the body's values are, and told as texts. */
export async function askWithQueries(url: string, targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    const { query } = target.value
    if (!query) continue
    const asked = fc.tuple(goodBodies(query as TSchema), fc.boolean()).map(([asked, isOdd]) => {
      const told = Object.entries(asked as object).map(([key, value]) => [
        key,
        isOdd ? `${textOf(value)}'%00` : textOf(value),
      ])
      return `${target.path.split("?")[0]}?${new URLSearchParams(told)}`
    })
    const paths = asked.filter((path) => path.length < PATH_CHARS_MAX)
    await holdAsync(
      fc.asyncProperty(paths, async (path) => {
        const asked = { ...target, path, body: undefined }
        const fault = await faultOf(url, {
          kind: "a query",
          target: asked,
          outcome: "data",
          make: () => withBody(asked, ""),
        })
        expect(fault, `${target.value.name} ${path}`).toBeNull()
      }),
      GOOD_RUNS,
    )
  }
}

/** What no schema speaks of may be an object. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : `${JSON.stringify(value)}`
}

interface Asked {
  readonly target: Target
  readonly outcome: "data" | "refused"
  readonly bodies: fc.Arbitrary<unknown>
  readonly runs: number
}

async function ask(url: string, { target, outcome, bodies, runs }: Asked): Promise<void> {
  await holdAsync(
    fc.asyncProperty(bodies, async (body) => {
      const make = () => withBody(target, JSON.stringify(body))
      expect(await faultOf(url, { kind: "by its schema", target, outcome, make }), target.value.name).toBeNull()
    }),
    runs,
  )
}
