/** A store sells while its box, hub, broker and link fail at random moments; returns what happened. */
import { setTimeout as pause } from "node:timers/promises"
import { printDocument } from "../../../protocol/http/print-jobs.ts"
import { openDay, openShift } from "../../../protocol/http/register.ts"
import { runMosquitto } from "../../kit/mosquitto.ts"
import { whenOver } from "../../kit/temp.ts"
import { insist } from "../store-day/insist.ts"
import { CASHIER, chances, type Later, planSales, type Sale, sell } from "../store-day/sales.ts"
import { everythingSent, type Stage, setStage } from "../store-day/stage.ts"
import { checkRun, type Judgement } from "./check-run.ts"
import { heldAtHub, type InjectedFaultName, type Struck, TROUBLES } from "./troubles.ts"

const SALES_A_ROUND = 6
const STRIKES_WITHIN_MS = 300
const FLOAT = 100
const SHIFT_ID = "0b8f9c1e-5a6d-4e2b-9d3c-000000000001"

export interface KillsOptions {
  /** One after the other, a round each. */
  readonly troubles: readonly InjectedFaultName[]
  readonly mosquitto: boolean
  readonly seed: number
  readonly onRound?: (round: number) => void
}

export interface Survived extends Judgement {
  readonly sales: number
  /** How often each kind. */
  readonly struck: Readonly<Record<string, number>>
}

export async function surviveKills({ troubles, mosquitto, seed, onRound }: KillsOptions): Promise<Survived> {
  const broker = mosquitto ? await runMosquitto() : null
  const stage = await setStage({ broker: broker?.url })
  whenOver(() => stage.strike())
  const chance = chances(seed)
  const { businessDayDate } = await insist(() => stage.register.call(openDay, { body: {} }))
  await insist(() => stage.register.call(openShift, { body: SHIFT }))
  const struck: Struck = { stage, broker, faults: [], held: new Set() }
  const counts: Record<string, number> = {}
  const waiting: Later[] = []
  const sales: Sale[] = []
  for (const [round, name] of troubles.entries()) {
    const some = planSales(SALES_A_ROUND, seed + round).map((sale, n) => ({ ...sale, orderId: nameOf(round, n) }))
    sales.push(...some)
    struck.held = heldAtHub(stage.hubDatabase)
    const crowd = some.map((sale) => sellAndPrint(stage, sale, waiting))
    await Promise.all([...crowd, pause(chance() * STRIKES_WITHIN_MS).then(() => TROUBLES[name](struck))])
    counts[name] = (counts[name] ?? 0) + 1
    onRound?.(round + 1)
  }
  // A line that was cut often is tried seldom: a box that starts anew tries at once.
  await TROUBLES["box stopped"](struck)
  await everythingSent(stage)
  for (const later of waiting) await later()
  await everythingSent(stage)
  const judgement = await checkRun(stage, { sales, shiftId: SHIFT_ID, businessDayDate, float: FLOAT })
  return { ...judgement, faults: [...struck.faults, ...judgement.faults], sales: sales.length, struck: counts }
}

const SHIFT = {
  shiftId: SHIFT_ID,
  operatorUid: CASHIER,
  operatorName: "Ana Núñez",
  currency: "USD",
  openingBalance: FLOAT,
}

function nameOf(round: number, n: number): string {
  return `kills-${String(round).padStart(5, "0")}-${n}`
}

async function sellAndPrint(stage: Stage, sale: Sale, waiting: Later[]): Promise<void> {
  await sell(stage, sale, (later) => waiting.push(later))
  if (sale.channel === "WEB") return
  await insist(() => stage.register.call(printDocument, { body: { document: "receipt", subject: sale.orderId } }))
}
