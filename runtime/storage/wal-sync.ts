/**
 * Makes commits durable without blocking the event loop. The writer commits with `synchronous=NORMAL`, which does not wait for the disk. A
 * libuv thread then syncs the log, and only then do the writes resolve. The guarantee is that of `synchronous=FULL`.
 */
import { close, fdatasync, open, statSync } from "node:fs"
import { promisify } from "node:util"

const openFile = promisify(open)
const closeFile = promisify(close)
const syncFile = promisify(fdatasync)

interface WalSync {
  /** Resolves when everything committed before the call is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The database must stay open meanwhile, so that SQLite keeps the log file. */
export function createWalSync(databasePath: string): WalSync {
  const path = `${databasePath}-wal`
  let opened: { readonly file: number; readonly ino: number } | null = null
  const openLog = async () => {
    const file = await openFile(path, "r+")
    opened = { file, ino: statSync(path).ino }
    return opened
  }
  return {
    async sync() {
      const { file, ino } = opened ?? (await openLog())
      await syncFile(file)
      // Somebody replaced the log file, so SQLite's commits go to a deleted file.
      if (statSync(path).ino !== ino) throw new Error(`${path} is not the file that was synced`)
    },
    async close() {
      if (opened) await closeFile(opened.file)
      opened = null
    },
  }
}
