/** A process for store-sqlite.test.ts: writes to the store named by its argument and says each number that was acknowledged. */
import { writeSync } from "node:fs"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openStore } from "../../../runtime/storage/store.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

const WRITERS = 8
const STDOUT = 1

async function run(url: string): Promise<void> {
  const store = await openStore<JarTables>({ url, migrations: jarMigrations, clock: systemClock, log: silentLog })
  let next = 0
  const writeOn = async () => {
    for (;;) {
      const id = `jar-${next++}`
      await store.write(({ db }) => db.insertInto("jar").values({ id, coins: 1, note: null }).execute())
      writeSync(STDOUT, `${id}\n`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writeOn))
}

void run(process.argv[2] ?? "")
