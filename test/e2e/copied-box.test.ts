/**
 * A store's box and a copy of its data, two processes that run at the same time (docs/contract/fiscal.md#numbers-after-a-restore): whichever of them the
 * hub hears first, no fiscal number is given twice.
 */
import { cpSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createClient } from "../../protocol/client/index.ts"
import { numberFiscal } from "../../protocol/http/fiscal.ts"
import { freePorts } from "../kit/ports.ts"
import { type Program, startProgram } from "../kit/processes.ts"
import { tempDir } from "../kit/temp.ts"
import { eventually } from "./store-day/insist.ts"
import { API_KEY, type OpenStage, openStage } from "./store-day/stage.ts"

const STAGE_TIMEOUT_MS = 60_000
/** The two take the hub's line from each other until one of them has heard that it is replaced. */
const ROUNDS = 30

let stage: OpenStage
const copies: Program[] = []

beforeEach(async () => {
  stage = await openStage()
}, STAGE_TIMEOUT_MS)

afterEach(async () => {
  await Promise.all(copies.splice(0).map((copy) => copy.kill()))
  await stage?.strike()
})

type Box = OpenStage["lan"]
let count = 0

function askNumber(box: Box) {
  count += 1
  const body = {
    operation: "ISSUE" as const,
    orderId: `copied-${count}`,
    orderCode: `C-${count}`,
    store: { code: "UIO-001" },
    totals: { total: "6.5", tax: "0.85" },
    currencyCode: "USD",
  }
  return box.call(numberFiscal, { body })
}

/** Null where the box gives none. */
async function numberFrom(box: Box): Promise<string | null> {
  const answer = await askNumber(box)
  return answer.ok ? (answer.data.document?.documentNumber ?? null) : null
}

/**
 * Of the folder as it lies there, beside the box that goes on; with another way to the hub, or none. `meanwhile`: after the database was copied, and
 * before the journal.
 */
async function startCopy(hubMqtt: string, meanwhile?: () => Promise<void>): Promise<Box> {
  const data = join(tempDir(), "copy")
  const original = dirname(stage.boxDatabase)
  const isDatabase = (name: string) => name.startsWith("box.db")
  const copyFiles = (wanted: (name: string) => boolean) => {
    for (const name of readdirSync(original).filter(wanted))
      cpSync(join(original, name), join(data, name), { recursive: true })
  }
  copyFiles(isDatabase)
  await meanwhile?.()
  copyFiles((name) => !isDatabase(name))
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const flags = { hub: stage.hubUrl, "hub-mqtt": hubMqtt, data, host: "127.0.0.1", port, "mqtt-port": mqttPort }
  const copy = startProgram(
    ["appliance", ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, `${value}`])],
    { BRASA_RATE_LIMIT: "0" },
  )
  copies.push(copy)
  await copy.says(/the box is up/)
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, key: API_KEY, timeoutMs: 15_000 })
}

async function numbersOf(box: Box, times: number): Promise<string[]> {
  const numbers: string[] = []
  for (let n = 0; n < times; n += 1) {
    const one = await numberFrom(box)
    if (one !== null) numbers.push(one)
  }
  return numbers
}

describe("a copy of a box that runs beside it", () => {
  it("gives no number before it has contacted the hub", async () => {
    expect(await numbersOf(stage.lan, 3)).toHaveLength(3)
    const copy = await startCopy("mqtt://127.0.0.1:9")
    expect(await numbersOf(copy, 3)).toEqual([])
    expect(await numbersOf(stage.lan, 1)).toHaveLength(1)
    await copies.pop()?.kill()
  })

  it.each([
    ["of one moment", 0],
    ["whose journal is newer than its database", 2],
  ])("repeats no number of the original, and shuts it out: a copy %s", async (_which, meanwhile) => {
    const given = await numbersOf(stage.lan, 3)
    stage.cable.pull()
    const copy = await startCopy(`mqtt://127.0.0.1:${stage.hubMqttPort}`, async () => {
      given.push(...(await numbersOf(stage.lan, meanwhile)))
    })
    // The original has no way to the hub, and sells on.
    given.push(...(await numbersOf(stage.lan, 5)))
    let first: string | null = null
    await eventually(async () => {
      first = await numberFrom(copy)
      return first === null ? "the copy waits for the hub" : null
    })
    given.push(first ?? "")
    stage.cable.mend()
    let ofCopy = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await Promise.all([numberFrom(stage.lan), numberFrom(copy)])
      given.push(...[one, other].filter((number) => number !== null))
      if (other !== null) ofCopy += 1
    }
    expect(new Set(given).size, given.join(" ")).toBe(given.length)
    expect(ofCopy).toBe(ROUNDS)
    await eventually(async () => {
      const { refused } = (await askNumber(stage.lan)) as { refused?: string }
      return refused === "SERVICE_UNAVAILABLE" ? null : "the original has not been shut out"
    })
    expect(await numbersOf(copy, 3)).toHaveLength(3)
  })
})
