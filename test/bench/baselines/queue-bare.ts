/** The ideal of a queue on SQLite: bare statements on one table, so many jobs a commit; no lanes, no leases, no effect. Says JSON. */

import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

/** As many as our group commit joins for as many callers. */
const A_COMMIT = 64

const [file = "", count = "0", bodyBytes = "0"] = process.argv.slice(2)
const jobs = Number(count)

const db = new Sqlite(file)
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
db.exec(`
  CREATE TABLE job (id TEXT PRIMARY KEY, state TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX job_due ON job (id) WHERE state = 'queued';
`)
const ids = createIds({ clock: systemClock })
const body = JSON.stringify({ text: "x".repeat(Number(bodyBytes)) })
const add = db.prepare("INSERT INTO job VALUES (?, 'queued', ?)")
const claim = db.prepare<[number], { id: string; body: string }>(`UPDATE job SET state = 'processing'
  WHERE id IN (SELECT id FROM job WHERE state = 'queued' ORDER BY id LIMIT ?) RETURNING id, body`)
const end = db.prepare("UPDATE job SET state = 'processed' WHERE id = ?")

const enqueue = db.transaction((some: number) => {
  for (let n = 0; n < some; n += 1) add.run(ids.uuid(), body)
})
const endAll = db.transaction((some: readonly { id: string; body: string }[]) => {
  for (const job of some) {
    JSON.parse(job.body)
    end.run(job.id)
  }
})

const perSecond = (ms: number) => (jobs / ms) * 1000
let from = performance.now()
for (let n = 0; n < jobs; n += A_COMMIT) enqueue(Math.min(A_COMMIT, jobs - n))
const enqueued = perSecond(performance.now() - from)
from = performance.now()
for (let some = claim.all(A_COMMIT); some.length > 0; some = claim.all(A_COMMIT)) endAll(some)
console.log(JSON.stringify({ enqueued, drained: perSecond(performance.now() - from) }))
