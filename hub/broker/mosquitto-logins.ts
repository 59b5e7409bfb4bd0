/** Keeps Mosquitto's password file: a line for each store's box, written the moment that the box gets its credential. */
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

/** Mosquitto's own number. A box's credential is 256 bits of chance: no number of rounds makes it harder to guess. */
const ROUNDS = 101
const SALT_BYTES = 12
const HASH_BYTES = 64
/** For the hub and the broker's group. */
const MODE = 0o640
/** Another process is done within milliseconds. */
const LOCK_WAIT_MS = 5_000

export interface Login {
  readonly name: string
  readonly password: string
}

/** The file as it was or as it shall be, never half of it; lines of other names stay. Whoever runs the broker tells it to read again. */
export function putLogin(file: string, login: Login): void {
  alone(file, () => write(file, login))
}

/** Hub processes of one machine share the file. The lock is the system's: one that is killed leaves none behind. */
function alone(file: string, work: () => void): void {
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

/** `$7$`: PBKDF2 with SHA-512, as mosquitto_passwd writes it. */
function hashOf(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const hash = pbkdf2Sync(password, salt, ROUNDS, HASH_BYTES, "sha512")
  return `$7$${ROUNDS}$${salt.toString("base64")}$${hash.toString("base64")}`
}
