/** The journal of a simulated box: the product's own, in a folder in memory that outlives the process. */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readJournal } from "../../appliance/composition/read-journal.ts"
import { restoreRequest } from "../../appliance/fiscal/restore-request.ts"
import type { Repaired } from "../../appliance/maintenance/index.ts"
import type { BoxStore, BoxTx } from "../../appliance/storage/index.ts"
import { adoptOps, type Journal, openJournal } from "../../appliance/sync/index.ts"
import { endWait } from "../../appliance/sync/restore-state-store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import type { BoxDisk } from "./box-disk.ts"
import type { SaleRecord } from "./hub-rooms.ts"
import type { Plant } from "./planted/plant.ts"

/** Each file's name and content. */
export type JournalFiles = readonly (readonly [name: string, bytes: Buffer])[]

export interface BoxJournal {
  /** As the product does when it starts: what the database lacks comes back. */
  start(store: BoxStore, facts: ReturnType<BoxDisk["facts"]>): Journal
  /** As when the process ends in order. */
  stop(): void
  files(): JournalFiles
  /** Another disk, with nothing on it. */
  wipe(): void
  /** An earlier copy, written over what is there, file by file. */
  writeOver(files: JournalFiles): void
  /** A power cut takes what came after the line before this sale. */
  cutBefore(uid: number): void
}

export function createBoxJournal(folder: string, ids: Ids, plant: Plant): BoxJournal {
  mkdirSync(folder, { recursive: true })
  let journal: Journal | null = null
  const path = join(folder, "journal")
  const writeOver = (files: JournalFiles) => {
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  }
  const stop = () => {
    journal?.close()
    journal = null
  }
  return {
    start(store, facts) {
      stop()
      const opened = openJournal({ folders: [folder], log: silentLog })
      journal = plant.journal?.(opened) ?? opened
      readJournal({ store, ids, journal, facts, restored: null, isNew: false, takeBack })
      // The simulated hub gives no records back, so nobody waits for them.
      store.write((tx) => endWait(tx.db))
      return journal
    },
    stop,
    files: () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const),
    wipe() {
      stop()
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    },
    writeOver,
    cutBefore(uid) {
      const bytes = readFileSync(path)
      const at = bytes.lastIndexOf(`"uid":${uid},`)
      if (at > 0) truncateSync(path, bytes.lastIndexOf("\n", at) + 1)
    },
  }
}

function takeBack(tx: BoxTx, { salvaged }: Repaired): void {
  adoptOps(tx, salvaged)
  for (const { kind, body } of salvaged) {
    if (kind !== "cash.closed") continue
    const { uid, amount, fiscal } = (JSON.parse(body) as { record: SaleRecord }).record
    tx.db.prepare("INSERT OR IGNORE INTO sim_sale (uid, amount) VALUES (?, ?)").run(uid, amount)
    if (fiscal) restoreRequest(tx, fiscal)
  }
}
