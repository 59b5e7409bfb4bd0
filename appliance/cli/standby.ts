/** `brasa appliance standby-code` and `promote`: pair a standby box, and promote it from its console. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { plusSeconds } from "../../protocol/time.ts"
import { systemClock } from "../../runtime/clock.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading } from "../../runtime/flags.ts"
import { createIds } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import { APPLIANCE_FLAGS } from "../config.ts"
import { drawCode } from "../devices/index.ts"
import { CONSOLE_FILE, normalise, STANDBY_DIR, saveCode } from "../standby/index.ts"
import { createBoxStore } from "../storage/index.ts"
import { isFenced } from "../sync/index.ts"
import { openDatabase } from "./open-database.ts"

type Env = Readonly<Record<string, string | undefined>>

const CODE_LIFE_SECONDS = 30 * 60

const CODE_FLAGS = { data: APPLIANCE_FLAGS.data } as const satisfies FlagTable

const CODE: Command<typeof CODE_FLAGS> = {
  usage: "brasa appliance standby-code [options]",
  about: "On the first box: prints a code that pairs one standby box, once, within half an hour.",
  flags: CODE_FLAGS,
}

const PROMOTE_FLAGS = {
  data: APPLIANCE_FLAGS.data,
  firstIsOff: {
    about: "You have checked that the first box is switched off. Needed only if neither it nor the hub answers.",
    read: reading.switch,
  },
} as const satisfies FlagTable

const PROMOTE: Command<typeof PROMOTE_FLAGS> = {
  usage: "brasa appliance promote [options]",
  about:
    "On the running standby box: makes it the store's box. It needs no PIN, because only the machine's owner can run it.",
  flags: PROMOTE_FLAGS,
}

export function runStandbyCode(argv: readonly string[], env: Env): number {
  const { settings, help } = readFlags(CODE, argv, env)
  if (help) {
    process.stdout.write(helpOf(CODE))
    return 0
  }
  const path = join(settings.data, "box.db")
  if (!existsSync(path))
    return fail("standby-code", `there is no box in ${settings.data}; set its directory with --data`)
  const db = openDatabase(path)
  try {
    if (isFenced(db)) return fail("standby-code", "another box has taken over this store: run this command there")
    const code = drawCode(createIds({ clock: systemClock }))
    createBoxStore(db, systemClock).write((tx) =>
      saveCode(tx, hashSecret(normalise(code)), plusSeconds(tx.now, CODE_LIFE_SECONDS)),
    )
    process.stdout.write(
      `Standby code ${code}: on the other machine run brasa appliance --standby-of http://THIS_BOX:PORT --code ${code} --hub URL\n`,
    )
    return 0
  } finally {
    db.close()
  }
}

export async function runPromote(argv: readonly string[], env: Env): Promise<number> {
  const { settings, help } = readFlags(PROMOTE, argv, env)
  if (help) {
    process.stdout.write(helpOf(PROMOTE))
    return 0
  }
  const path = join(settings.data, STANDBY_DIR, CONSOLE_FILE)
  if (!existsSync(path)) return fail("promote", explainNoStandby(settings.data))
  const { port, token } = JSON.parse(readFileSync(path, "utf8"))
  const answer = await fetch(`http://127.0.0.1:${port}/api/standby/promote`, {
    method: "POST",
    headers: { "x-console": token },
    body: JSON.stringify({ isOff: settings.firstIsOff }),
  }).catch(() => null)
  if (answer === null) return fail("promote", `the standby box in ${settings.data} does not run; start it first`)
  const said = (await answer.json()) as { error?: string }
  if (answer.ok) {
    process.stdout.write("This is the store's box now.\n")
    return 0
  }
  return fail("promote", REFUSAL_TEXTS[said.error ?? ""] ?? `it was refused: ${said.error}`)
}

/** A standby has a copy but no database of its own until it is promoted. */
function explainNoStandby(data: string): string {
  if (existsSync(join(data, "box.db"))) return `the box in ${data} is the store's box already`
  return `no standby box uses ${data}; start it first`
}

const REFUSAL_TEXTS: Readonly<Record<string, string>> = {
  SAY_IT_IS_OFF:
    "neither the first box nor the hub answers: check that the first box is switched off, then add --first-is-off",
  NO_COPY: "there is no copy of the first box yet",
}

function fail(command: string, message: string): number {
  process.stderr.write(`brasa appliance ${command}: ${message}\n`)
  return 2
}
