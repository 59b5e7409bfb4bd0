/** Commits what the ideal of accepting callbacks hands over, all that waits in one transaction, beside its event loop. */
import { parentPort, workerData } from "node:worker_threads"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

/** What a callback is stored as: id, key of repeats, moment, body. */
export type CallbackRow = readonly [id: string, key: string, at: string, body: string]

/** The id and moment that stand under each key then: the row's own, or those of the one before it. */
export type Stored = readonly { readonly id: string; readonly at: string }[]

const db = new Sqlite(workerData)
db.pragma("synchronous = FULL")
const add = db.prepare("INSERT INTO callback VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING")
const find = db.prepare<[string], Stored[number]>("SELECT id, at FROM callback WHERE key = ?")

const commit = db.transaction(
  (rows: readonly CallbackRow[]): Stored =>
    rows.map(([id, key, at, body]) => {
      if (add.run(id, key, at, body).changes === 1) return { id, at }
      return find.get(key) as Stored[number]
    }),
)
parentPort?.on("message", (rows: readonly CallbackRow[]) => parentPort?.postMessage(commit(rows)))
