/** Writes Mosquitto's password file: one line for each store's box, written when the box gets its credential. */
import { pbkdf2Sync, randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"

/** Mosquitto's default. A box's credential has 256 random bits, so more rounds would not make it harder to guess. */
const ROUNDS = 101
const SALT_BYTES = 12
const HASH_BYTES = 64
/** Readable by the hub's user and the broker's group. */
const MODE = 0o640
/** Another process needs only milliseconds. */
const LOCK_WAIT_MS = 5_000

export interface Login {
  readonly name: string
  readonly password: string
}

/** Replaces the file atomically and leaves lines of other names alone. The operator must make the broker reload it. */
export function putLogin(file: string, login: Login): void {
  withLock(file, () => write(file, login))
}

/** Hub processes of one machine share the file. SQLite's lock is released by the system when a process is killed. */
function withLock(file: string, work: () => void): void {
  const lock = new Sqlite(`${file}.lock`, { timeout: LOCK_WAIT_MS })
  try {
    lock.exec("BEGIN EXCLUSIVE")
    work()
  } finally {
    lock.close()
  }
}

function write(file: string, { name, password }: Login): void {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []
  const others = lines.filter((line) => !line.startsWith(`${name}:`))
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : MODE
  const partial = `${file}.${process.pid}.partial`
  const handle = openSync(partial, "w", mode)
  try {
    writeSync(handle, `${[...others, `${name}:${hashOf(password)}`].join("\n")}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  chmodSync(partial, mode)
  renameSync(partial, file)
}

/** `$7$` is PBKDF2 with SHA-512, the format of mosquitto_passwd. */
function hashOf(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const hash = pbkdf2Sync(password, salt, ROUNDS, HASH_BYTES, "sha512")
  return `$7$${ROUNDS}$${salt.toString("base64")}$${hash.toString("base64")}`
}
