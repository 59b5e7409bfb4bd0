/** A box with ten thousand orders on its disk that the hub has not heard of; made once, then copied. */
import { join } from "node:path"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../kit/ports.ts"
import { scratch, untilWell } from "./processes.ts"
import { runLoad } from "./run-load.ts"
import { copyBox, stage, startBox } from "./stage.ts"

export const ORDERS = 10_000

export interface Backlog {
  /** As a power cut left it: the write-ahead log still holds the latest. */
  readonly killed: string
  /** As it lies after an orderly stop. */
  readonly stopped: string
  /** Ops in the outbox. */
  readonly ops: number
}

const made = new Map<boolean, Promise<Backlog>>()

/** `documents`: each order has its fiscal document, an op of its own. */
export function backlog(documents = true): Promise<Backlog> {
  const kept = made.get(documents) ?? makeBacklog(documents)
  made.set(documents, kept)
  return kept
}

async function makeBacklog(documents: boolean): Promise<Backlog> {
  const { boxData } = await stage(documents)
  const [port = 0, mqttPort = 0, gone = 0] = await freePorts(3)
  const data = copyBox(boxData)
  const place = { data, port, mqttPort, hubPort: gone, uplinkPort: gone }
  const box = startBox(place)
  await untilWell(port, box)
  await runLoad({ port, script: "create-paid", count: ORDERS })
  await box.kill()
  const killed = scratch(data)
  const again = startBox(place)
  await untilWell(port, again)
  await again.stop()
  const db = new Sqlite(join(data, "box.db"), { readonly: true })
  const ops = db.prepare("SELECT max(seq) FROM outbox").pluck().get() as number
  db.close()
  return { killed, stopped: data, ops }
}
