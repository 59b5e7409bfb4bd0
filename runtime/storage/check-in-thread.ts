/** `checkFile` in a thread of its own: the program may be loaded meanwhile, which takes as long. */
import { Worker } from "node:worker_threads"
import { CHECK, type CheckRow, faultsOf } from "./sqlite.ts"
import { SQLITE_LIBRARY } from "./sqlite-library.ts"

/** What went wrong is told by its code: an error loses it on its way out of a thread. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const say = (check) => {
  try {
    return { rows: check() }
  } catch ({ code, message }) {
    return { failure: { code, message } }
  }
}
parentPort.postMessage(say(() => {
  const db = new Database(workerData.path, { fileMustExist: true })
  try {
    return db.pragma(workerData.check)
  } finally {
    db.close()
  }
}))
`

type Said =
  | { readonly rows: readonly CheckRow[] }
  | { readonly failure: { readonly code: string; readonly message: string } }

/** The faults of the file, none when it is whole; rejects where the disk is at fault, which says nothing of the file. */
export async function checkInThread(path: string): Promise<string[]> {
  const said = await new Promise<Said>((resolve, reject) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData: { driver: SQLITE_LIBRARY, path, check: CHECK } })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", (code) => reject(new Error(`the thread that checks ${path} ended with ${code}`)))
  })
  return faultsOf(() => {
    if ("failure" in said) throw Object.assign(new Error(said.failure.message), { code: said.failure.code })
    return said.rows
  })
}
