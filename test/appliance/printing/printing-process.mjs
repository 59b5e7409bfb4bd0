// A box that only prints, as a process of its own, so that it can be killed: FILE SPEC, the jobs are on the spool already.

import { createPrinting, readPrinterSpec } from "../../../appliance/printing/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const [file, spec] = process.argv.slice(2)
const timeouts = { answerMs: 5000, queryEveryMs: 30, endMs: 20_000, waitingMs: 20_000 }
const printers = [readPrinterSpec(spec)]
const ids = { uuid: () => "none" }
createPrinting({ db: new Sqlite(file), clock: systemClock, ids, printers, locale: () => "es", timeouts }).start()
