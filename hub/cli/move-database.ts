/** `brasa hub move`: copies the SQLite database to PostgreSQL, for when one process is no longer enough. */
import { systemClock } from "../../runtime/clock.ts"
import { type Command, type FlagTable, helpOf, readFlags, type Settings } from "../../runtime/flags.ts"
import { hidePassword } from "../../runtime/log.ts"
import { readPostgresAddress } from "../../runtime/storage/postgres-address.ts"
import { DATA_FLAGS } from "../config.ts"
import { moveHubDatabase } from "../storage/index.ts"

/** Progress is shown for tables with at least this many rows. */
const LARGE_TABLE_ROWS = 20_000

const MOVE_FLAGS = {
  from: {
    value: "FILE",
    about: "The SQLite file (default hub.db in the data directory).",
    read: readSource,
  },
  to: {
    env: DATA_FLAGS.database.env,
    value: "URL",
    about: "postgres://…, an empty database. Better not as a flag when it holds a password.",
    read: readTarget,
  },
  data: DATA_FLAGS.data,
} as const satisfies FlagTable

const MOVE = {
  usage: "brasa hub move --from FILE --to URL [options]",
  about:
    "Moves what the hub knows from its SQLite file to PostgreSQL: all of it, read back and compared, or nothing. The hub must be stopped; the file stays as it is.",
  flags: MOVE_FLAGS,
} satisfies Command<typeof MOVE_FLAGS>

export async function runMove(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, help } = readFlags(MOVE, argv, env)
  if (help) {
    process.stdout.write(helpOf(MOVE))
    return 0
  }
  return move(settings)
}

async function move({ from, to, data }: Settings<typeof MOVE_FLAGS>): Promise<number> {
  const file = from ?? `${data}/hub.db`
  let told = 0
  const moved = await moveHubDatabase({
    from: file,
    to,
    now: systemClock.iso(),
    onProgress: (table, { done, total }) => {
      told = done < told ? 0 : told
      if (total < LARGE_TABLE_ROWS || (done < told + LARGE_TABLE_ROWS && done < total)) return
      told = done
      process.stderr.write(`… ${table}: ${done} of ${total}\n`)
    },
  })
  for (const { name, rows } of moved.tables) if (rows > 0) say(`${name}: ${rows} rows, the same`)
  say(`moved ${moved.rows} rows of ${moved.tables.length} tables and ${moved.tenants} vendors to ${hidePassword(to)}`)
  say(`${file} stays as it is. Start the hub with --database and the secret key that it had.`)
  return 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function readSource([text]: readonly string[]): string | null {
  // The error does not show the value, because it may contain a password.
  if (text !== undefined && /^postgres(ql)?:/.test(text))
    throw new Error("must be a SQLite file: a hub moves to PostgreSQL, and not back")
  return text?.replace(/^sqlite:/, "") ?? null
}

function readTarget([text]: readonly string[]): string {
  if (text === undefined) throw new Error("is required")
  return readPostgresAddress(text)
}
