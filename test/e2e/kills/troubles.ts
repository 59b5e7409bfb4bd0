/** What happens to a hub, a box and the line between them while a store sells. */
import { existsSync, statSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import type { Mosquitto } from "../../kit/mosquitto.ts"
import type { Stage } from "../store-day/stage.ts"

/** Each way, in slices: a message arrives in many pieces, and a kill finds some of them on their way. */
const SLOW_MS = 15
const SILENT_FOR_MS = 150
const CUT_FOR_MS = 300
const BROKER_AWAY_MS = 300

export interface Struck {
  readonly stage: Stage
  /** Where it stands between hub and box. */
  readonly broker: Mosquitto | null
  /** What a clean stop left undone. */
  readonly faults: string[]
  /** What killed hubs had in their hands before this round: it waits for its lease, whoever stops now. */
  held: ReadonlySet<string>
}

export type InjectedFault = (struck: Struck) => Promise<unknown>

export const TROUBLES = {
  "box killed": ({ stage }) => stage.killBox(),
  "hub killed": ({ stage }) => stage.killHub(),
  "both killed": ({ stage }) => stage.killBoth(),
  "box stopped": (struck) => stopped(struck.stage.restartBox, { struck, words: "box", asks: OF_BOX }),
  "hub stopped": (struck) => stopped(struck.stage.restartHub, { struck, words: "hub", asks: OF_HUB }),
  "line cut": ({ stage }) => during(stage, "pull", () => pause(CUT_FOR_MS)),
  "box killed while it hears nothing": ({ stage }) => during(stage, "deafen", stage.killBox),
  "hub killed while it hears nothing": ({ stage }) => during(stage, "mute", stage.killHub),
  "hub killed on a slow line": ({ stage }) => slowly(stage, stage.killHub),
  "box killed on a slow line": ({ stage }) => slowly(stage, () => stage.killBox()),
  // The connection of now is dead and nobody is told.
  "line forgotten": async ({ stage }) => stage.cable.forget(),
  "broker killed": ({ stage, broker }) => (broker ? broker.restart(BROKER_AWAY_MS) : stage.killHub()),
} as const satisfies Record<string, InjectedFault>

export type InjectedFaultName = keyof typeof TROUBLES

async function during(stage: Stage, what: "pull" | "deafen" | "mute", happens: () => Promise<unknown>): Promise<void> {
  stage.cable[what]()
  await pause(SILENT_FOR_MS)
  await happens()
  stage.cable.mend()
}

async function slowly(stage: Stage, happens: () => Promise<unknown>): Promise<void> {
  stage.cable.slow(SLOW_MS)
  await pause(SILENT_FOR_MS)
  await happens()
  stage.cable.slow(0)
}

/** What is in nobody's hands any more after a clean stop. */
const OF_HUB = "SELECT job_id || ' ' || fence FROM job WHERE status = 'processing'"
const OF_BOX = "SELECT job_id FROM spool_job WHERE status = 'sending'"

export function heldAtHub(database: string): ReadonlySet<string> {
  const db = new Sqlite(database, { readonly: true })
  const held = db.prepare<[], string>(OF_HUB).pluck().all()
  db.close()
  return new Set(held)
}

interface Stop {
  readonly struck: Struck
  readonly words: string
  readonly asks: string
}

/** Asked to end, it ends what it has begun: its log is in its file, and nothing has to wait for a lease. */
async function stopped(restart: Stage["restartHub"], { struck, words, asks }: Stop): Promise<void> {
  const { faults, held: before } = struck
  const code = await restart((database) => {
    const log = `${database}-wal`
    if (existsSync(log) && statSync(log).size > 0) faults.push(`the ${words} left a log behind`)
    const db = new Sqlite(database, { readonly: true })
    const all = db.prepare<[], string>(asks).pluck().all()
    db.close()
    const held = all.filter((job) => !before.has(job))
    if (held.length > 0) faults.push(`the ${words} stopped with ${held.length} jobs in its hands`)
  })
  if (code !== 0) faults.push(`the ${words} ended with ${code}`)
}
