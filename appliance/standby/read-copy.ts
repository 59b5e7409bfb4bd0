/** Reads the standby's copy without changing it. SQLite writes to what it opens, so a copy of the copy is opened. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import type { BoxTx } from "../storage/index.ts"

export function readCopy<T>(path: string, now: string, look: (tx: BoxTx) => T): T {
  const dir = mkdtempSync(join(dirname(path), "look-"))
  const aside = join(dir, "copy.db")
  try {
    copyFileSync(path, aside)
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${aside}-wal`)
    const db = openSqlite(aside)
    try {
      return look({ db, now, afterCommit: () => undefined })
    } finally {
      db.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
