/**
 * The real program is updated and sells, is updated to a version that dies in the store and sells again with the one before, on the
 * database as it was; and, by `npm run soak -- update`, loses its power after each step of both.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { MIGRATIONS } from "../../appliance/storage/index.ts"
import { tempDir, whenOver } from "../kit/temp.ts"
import { openRealMachine, type RealMachine } from "./real-machine.ts"
import { bundleUpdater } from "./updater-runs.ts"

const LONG = process.env.BRASA_UPDATE === "1"
const STORY_MS = 240_000
const LONG_MS = 1_200_000
const NEWEST = MIGRATIONS.at(-1)?.id ?? 0

let updater: string
beforeAll(async () => {
  updater = await bundleUpdater(tempDir())
})

async function machine(): Promise<RealMachine> {
  const opened = await openRealMachine(tempDir(), updater)
  whenOver(opened.stop)
  expect(await opened.answers()).toBe("1.0.0")
  return opened
}

it("a new version sells after a migration, and a bad one gives way to it with every order", {
  timeout: STORY_MS,
}, async () => {
  const one = await machine()
  await one.sell()
  await one.ask("1.1.0", { migrates: true })
  await one.update()
  expect(one.state().last).toMatchObject({ outcome: "applied", why: null })
  expect([await one.answers(), one.schema()]).toEqual(["1.1.0", NEWEST + 1])
  await one.sell()

  await one.ask("1.2.0", { migrates: true, dies: true })
  await one.update()
  expect(one.state().last).toMatchObject({
    outcome: "went_back",
    why: expect.stringMatching(/does not answer.*\n.*this version dies in the store/s),
  })
  expect([await one.answers(), one.schema(), one.orders()]).toEqual(["1.1.0", NEWEST + 1, 2])
  await one.sell()
  expect(one.orders()).toBe(3)
})

describe.runIf(LONG)("the power fails", () => {
  const GOOD = [
    "placing",
    "placed",
    "rehearsed",
    "flipping",
    "stopped",
    "flipped",
    "watching",
    "started",
    "answered",
    "gated",
    "applied",
  ]
  const BAD = [...GOOD.slice(3, 8), "returning", "stopped to return", "returned", "started again", "went_back"]
  let one: RealMachine

  beforeAll(async () => {
    one = await openRealMachine(tempDir(), updater)
    whenOver(one.stop)
    await one.answers()
  }, STORY_MS)

  it("after each step of a good version, which is installed; of a bad one, which is not", {
    timeout: LONG_MS,
  }, async () => {
    let sold = 0
    let minor = 0
    for (const [step, dies] of [
      ...GOOD.map((step) => [step, false] as const),
      ...BAD.map((step) => [step, true] as const),
    ]) {
      minor += 1
      const from = one.linked()
      const to = `1.${minor}.0`
      const name =
        / /.test(step) || !["placing", "flipping", "watching", "returning"].includes(step)
          ? step
          : `${step} ${from} → ${to}`
      await one.ask(to, { migrates: true, dies })
      const steps = await one.update(name)
      one.powerCut()
      const up = dies && one.linked() === to ? null : await one.answers()
      if (up !== null) sold += await one.sell().then(() => 1)
      await one.update()
      expect([step, await one.answers(), one.state().last?.why]).toEqual([
        step,
        dies ? from : to,
        dies ? expect.any(String) : null,
      ])
      await one.sell()
      sold += 1
      expect([step, one.orders(), steps.length > 0]).toEqual([step, sold, true])
    }
  })
})
