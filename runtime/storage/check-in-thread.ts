/** Runs `checkFile` in a thread, so that the program can load meanwhile. */
import { Worker } from "node:worker_threads"
import { CHECK, type CheckRow, faultsOf } from "./sqlite.ts"
import { SQLITE_LIBRARY } from "./sqlite-library.ts"

/** An error is passed as code and message, because an Error loses its code between threads. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const resultOf = (check) => {
  try {
    return { rows: check() }
  } catch ({ code, message }) {
    return { failure: { code, message } }
  }
}
parentPort.postMessage(resultOf(() => {
  const db = new Database(workerData.path, { fileMustExist: true })
  try {
    return db.pragma(workerData.check)
  } finally {
    db.close()
  }
}))
`

type CheckResult =
  | { readonly rows: readonly CheckRow[] }
  | { readonly failure: { readonly code: string; readonly message: string } }

/** The faults of the file; empty if it is undamaged. Rejects for an error of the disk. */
export async function checkInThread(path: string): Promise<string[]> {
  const result = await new Promise<CheckResult>((resolve, reject) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData: { driver: SQLITE_LIBRARY, path, check: CHECK } })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", (code) => reject(new Error(`the thread that checks ${path} ended with ${code}`)))
  })
  return faultsOf(() => {
    if ("failure" in result) throw Object.assign(new Error(result.failure.message), { code: result.failure.code })
    return result.rows
  })
}
