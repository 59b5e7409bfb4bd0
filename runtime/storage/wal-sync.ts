/**
 * Makes commits durable beside the event loop. The writer commits with `synchronous=NORMAL`, which writes to the log without waiting for
 * the disk; then the log is synced by a thread of libuv's, and only then is anybody told. The promise is that of `synchronous=FULL`, but
 * requests are read and the next group is written while the disk works.
 */
import { close, fdatasync, open, statSync } from "node:fs"
import { promisify } from "node:util"

const openFile = promisify(open)
const closeFile = promisify(close)
const syncFile = promisify(fdatasync)

interface WalSync {
  /** Resolves when all that had been committed at the call is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The log of a database that stays open meanwhile: as long as it does, SQLite keeps the file. */
export function createWalSync(databasePath: string): WalSync {
  const path = `${databasePath}-wal`
  let held: { readonly file: number; readonly ino: number } | null = null
  const hold = async () => {
    const file = await openFile(path, "r+")
    held = { file, ino: statSync(path).ino }
    return held
  }
  return {
    async sync() {
      const { file, ino } = held ?? (await hold())
      await syncFile(file)
      // Whoever put another file in its place has taken the log away from under SQLite as well.
      if (statSync(path).ino !== ino) throw new Error(`${path} is not the file that was synced`)
    },
    async close() {
      if (held) await closeFile(held.file)
      held = null
    },
  }
}
