/** Copies a database in use to one whole file, checked and hashed, in a thread of its own: whoever sells meanwhile feels none of it. */
import { Worker } from "node:worker_threads"
import { SQLITE_LIBRARY } from "../../../runtime/storage/sqlite-library.ts"

interface WholeCopy {
  readonly bytes: number
  readonly sha256: string
  /** Of the newest op in it. */
  readonly epoch: string | null
  readonly seq: number
  /** The newest step of its schema. */
  readonly schema: number
}

/**
 * One read transaction of a second connection: in WAL mode it stops no writer, and a write does not begin it anew. The file is synced and
 * checked before it gets its name.
 */
const PROGRAM = `
const { createHash } = require("node:crypto")
const fs = require("node:fs")
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const { from, to } = workerData
const partial = to + ".partial"
fs.rmSync(partial, { force: true })
const source = new Database(from, { readonly: true, timeout: 5000 })
try {
  source.prepare("VACUUM INTO ?").run(partial)
} finally {
  source.close()
}
try {
  const copy = new Database(partial, { readonly: true })
  const faults = copy.pragma("quick_check(1)").map((row) => row.quick_check).filter((fault) => fault !== "ok")
  if (faults.length > 0) throw new Error("the copy is damaged: " + faults[0])
  const has = (name) => copy.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(name) !== undefined
  const line = has("sync_line") ? copy.prepare("SELECT epoch FROM sync_line").get() : undefined
  const seq = has("outbox") ? copy.prepare("SELECT coalesce(max(seq), 0) FROM outbox").pluck().get() : 0
  const schema = has("schema_migration") ? copy.prepare("SELECT coalesce(max(id), 0) FROM schema_migration").pluck().get() : 0
  copy.close()
  const hash = createHash("sha256")
  const file = fs.openSync(partial, "r+")
  const block = Buffer.alloc(1 << 20)
  let bytes = 0
  for (let read = fs.readSync(file, block); read > 0; read = fs.readSync(file, block)) {
    hash.update(block.subarray(0, read))
    bytes += read
  }
  fs.fsyncSync(file)
  fs.closeSync(file)
  fs.renameSync(partial, to)
  parentPort.postMessage({ bytes, sha256: hash.digest("hex"), epoch: line ? line.epoch : null, seq, schema })
} finally {
  fs.rmSync(partial, { force: true })
}
`

export function copyInThread(from: string, to: string): Promise<WholeCopy> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData: { driver: SQLITE_LIBRARY, from, to } })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", (code) => reject(new Error(`the backup's thread ended with ${code}`)))
  })
}
