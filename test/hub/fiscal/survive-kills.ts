/** A hub and a box as processes that number side by side while they are killed and the cable is cut; what became of their numbers. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import { type Cable, layCable } from "../../kit/cable.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { ask, KEY, STORE } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { freePorts } from "../../kit/ports.ts"
import { type Program, runProgram, startProgram } from "../../kit/processes.ts"
import { type Found, readNumbers } from "./read-numbers.ts"

const HUB_WRITERS = 6
const BOX_WRITERS = 3
const WORK_MS = { low: 40, high: 250 }
const SETTLE_MS = 60_000
const LOOK_EVERY_MS = 50

export interface Killing {
  /** An empty directory. */
  readonly data: string
  /** The hub's database; its own file in the directory unless given. */
  readonly database?: string
  readonly rounds: number
  /** From 0 to below 1. */
  readonly chance?: () => number
  readonly onRound?: () => void
}

export interface Survived extends Found {
  /** Requests that were answered with a number, and those whose answer a kill swallowed and a repeat has found. */
  readonly answered: number
  readonly repeated: number
  /** Orders that hub and box numbered both, since one did not hear the other in time. */
  readonly twice: number
  /** Answers that are not what was kept. */
  readonly untrue: readonly string[]
}

interface Side {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
}

interface Stage {
  readonly hub: Side
  readonly box: Side
  readonly cable: Cable
  readonly database: string
  strike(): Promise<void>
}

export async function surviveKills(killing: Killing): Promise<Survived> {
  const { data, rounds, chance = Math.random, onRound = () => {} } = killing
  const stage = await setStage(killing)
  const asked = new Map<string, { url: string; number: string | null; lost: boolean }>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      const stop = { now: false }
      const writers = [
        ...Array.from({ length: HUB_WRITERS }, (_, n) => work(stage.hub.url, `hub-${round}-${n}`)),
        ...Array.from({ length: BOX_WRITERS }, (_, n) => work(stage.box.url, `box-${round}-${n}`)),
      ]
      await wait(WORK_MS.low + chance() * (WORK_MS.high - WORK_MS.low))
      const struck = await strikeAt(stage, chance())
      stop.now = true
      await Promise.all(writers)
      for (const side of struck) await side.start()
      await repeatLost()
      onRound()

      async function work(url: string, name: string): Promise<void> {
        for (let n = 0; !stop.now; n += 1) await number(url, `${name}-${n}`)
      }
    }
    stage.cable.mend()
    await repeatLost()
    const found = await settled(stage, data)
    const answers = [...asked.values()]
    const untrue = [...asked].filter(([orderId, { number }]) => {
      return number === null || !found.numbers.get(orderId)?.includes(number)
    })
    return {
      ...found,
      twice: await cancelSecond(stage, data, found),
      answered: answers.length,
      repeated: answers.filter(({ lost }) => lost).length,
      untrue: untrue.map(([orderId, { number }]) => `${orderId}: ${number}`),
    }
  } finally {
    await stage.strike()
  }

  async function number(url: string, orderId: string): Promise<void> {
    const before = asked.get(orderId)
    const answer = await ask(url + NUMBERING, { method: "POST", body: fiscalBody({ orderId }), key: KEY }).catch(
      () => null,
    )
    const given: string | null = answer?.body?.data?.document?.documentNumber ?? null
    asked.set(orderId, { url, number: given, lost: given === null || before?.lost === true })
  }

  /** Whoever got no answer asks again: the number that was drawn is found, and no other is drawn. */
  async function repeatLost(): Promise<void> {
    for (const [orderId, { url, number: known }] of asked) if (known === null) await number(url, orderId)
  }
}

/** Who was killed, to be started again. */
async function strikeAt({ hub, box, cable }: Stage, chance: number): Promise<Side[]> {
  if (chance < 0.2) cable.pull()
  else if (chance < 0.4) cable.mend()
  const struck = chance < 0.4 ? [] : chance < 0.6 ? [hub] : chance < 0.8 ? [box] : [hub, box]
  await Promise.all(struck.map((side) => side.kill()))
  return struck
}

/** Once the order of two numbers comes, one of them is cancelled. How many there were. */
async function cancelSecond(stage: Stage, data: string, { numbers }: Found): Promise<number> {
  const twice = [...numbers].filter(([, given]) => given.length > 1).map(([orderId]) => orderId)
  for (const orderId of twice)
    await ask(stage.hub.url + ORDERS, { method: "POST", body: orderBody({ orderId }), key: KEY })
  await settled(stage, data, ({ cancelled }) => twice.every((orderId) => cancelled.get(orderId)?.length === 1))
  return twice.length
}

/** When the hub has what the box numbered. */
async function settled({ database }: Stage, data: string, isDone = (_found: Found) => true): Promise<Found> {
  const deadline = performance.now() + SETTLE_MS
  const places = { hubData: join(data, "hub"), database, boxFile: join(data, "box", "box.db") }
  for (;;) {
    // A file that the hub is writing to can be busy.
    const found = await readNumbers(places).catch(String)
    if (typeof found !== "string" && found.unsent === 0 && isDone(found)) return found
    if (performance.now() > deadline)
      throw new Error(
        typeof found === "string" ? found : `${found.unsent} numbers are unsent, or a second one is valid`,
      )
    await wait(LOOK_EVERY_MS)
  }
}

async function setStage({ data, database }: Killing): Promise<Stage> {
  const [hubPort = 0, hubMqtt = 0, boxPort = 0, boxMqtt = 0] = await freePorts(4)
  const hubData = join(data, "hub")
  const url = database ?? `sqlite:${join(hubData, "hub.db")}`
  const store = ["--data", hubData, "--database", url]
  const file = join(data, "tenants.json")
  for (const account of demoTenant.accounts) Object.assign(account, { users: [], webhookEndpoints: [] })
  writeFileSync(file, JSON.stringify(demoTenant))
  await run(["hub", "provision", file, ...store])
  const cable = await layCable({ host: "127.0.0.1", port: hubMqtt })
  const flags = (all: object) => Object.entries(all).flatMap(([name, value]) => [`--${name}`, `${value}`])
  const host = "127.0.0.1"
  const hubUrl = `http://${host}:${hubPort}`
  const hub = side(hubUrl, ["hub", ...store, ...flags({ host, port: hubPort, "mqtt-port": hubMqtt })], /the hub is up/)
  const boxFlags = { hub: hubUrl, "hub-mqtt": `mqtt://${host}:${cable.port}`, data: join(data, "box") }
  const boxArgs = ["appliance", ...flags({ ...boxFlags, host, port: boxPort, "mqtt-port": boxMqtt })]
  const box = side(`http://${host}:${boxPort}`, boxArgs, /the box is up/)
  await hub.start()
  await box.start()
  const [, code = ""] = await box.program().says(/Claim code: (\S+)/)
  await run(["hub", "claim", code, "--store", STORE, ...store])
  await box.program().says(/pairing code (\S+)/)
  const strike = async () => {
    await Promise.all([hub.kill(), box.kill()])
    await cable.close()
  }
  return { hub, box, cable, database: url, strike }
}

function side(url: string, args: readonly string[], isUp: RegExp): Side & { program(): Program } {
  let program: Program
  return {
    url,
    program: () => program,
    async start() {
      program = startProgram(args, { BRASA_RATE_LIMIT: "0" })
      await program.says(isUp)
    },
    kill: () => program.kill(),
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { code, err } = await runProgram(args)
  if (code !== 0) throw new Error(err)
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
