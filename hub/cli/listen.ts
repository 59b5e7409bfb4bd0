/** `brasa listen`: forwards events to a developer's machine, signed, shows them one by one, and sends one again on a key press. */
import { createHmac } from "node:crypto"
import { createInterface } from "node:readline"
import { createClient } from "../../protocol/client/index.ts"
import { isEventFilter } from "../../protocol/events/event-filter.ts"
import { EVENT_TYPES } from "../../protocol/events/event-table.ts"
import { systemClock } from "../../runtime/clock.ts"
import {
  BadFlags,
  type Command,
  type FlagTable,
  helpOf,
  readFlags,
  reading,
  type Settings,
} from "../../runtime/flags.ts"
import {
  type Attempt,
  createSender,
  type ForwardDeps,
  type Forwarded,
  forward,
  forwardEvents,
} from "../webhooks/index.ts"

/** Events that can be sent again by number. */
const KEPT_MAX = 200
const HUB = "http://127.0.0.1:8080"
/** Derives the secret from the key: the same key always gives the same secret. */
const PURPOSE = "brasa listen"

const FLAGS = {
  forward: {
    value: "URL",
    about: "Where to post the events, such as http://localhost:3000/hook.",
    read: reading.text(null),
  },
  key: { env: "BRASA_KEY", value: "KEY", about: "An API key with orders:read.", read: reading.required },
  hub: {
    env: "BRASA_HUB",
    value: "URL",
    about: `The hub's address (default ${HUB}).`,
    read: reading.url(["http", "https"], HUB),
  },
  events: { value: "NAME", about: "Only these: a name, or a family such as order.*.", read: eventNames },
  from: { value: "MOMENT", about: "Begin there, such as 2026-11-21T09:00:00Z (default: from now on).", read: text },
  secret: { value: "SECRET", about: "Sign with this one (default: one that stays the same for a key).", read: text },
  printSecret: { about: "Prints the secret and ends.", read: reading.switch },
} as const satisfies FlagTable

/** Throws for an unknown event type, because none would ever arrive. */
function eventNames([given]: readonly string[]): string | undefined {
  if (given === undefined || isEventFilter(given)) return given
  throw new Error(`"${given}" is none of ${EVENT_TYPES.join(", ")}, nor a family such as order.*`)
}

function text([given]: readonly string[]): string | undefined {
  return given
}

const COMMAND: Command<typeof FLAGS> = {
  usage: "brasa listen --forward URL --key KEY [options]",
  about:
    "Forwards the events of the key's vendor to your machine, signed as an endpoint's are, and shows what you answered. While it runs: Enter sends the last one again, a number and Enter that one, q ends it.",
  flags: FLAGS,
}

type Asked = Settings<typeof FLAGS>

/** Returns the exit code. */
export async function runListen(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, help } = readFlags(COMMAND, argv, env)
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const secret = settings.secret ?? secretOf(settings.key)
  if (settings.printSecret) {
    say(secret)
    return 0
  }
  return listen(settings, { secret, url: addressOf(settings.forward) })
}

/** Derived from the key, so that a receiver can keep the same secret over restarts. */
function secretOf(key: string): string {
  return `whsec_${createHmac("sha256", key).update(PURPOSE).digest("base64")}`
}

function addressOf(given: string | null): string {
  if (given === null) throw new BadFlags(["--forward: is required; see --help"])
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new BadFlags([`--forward: "${given}" is no http address`])
  return url.href
}

async function listen(
  { hub, key, events: type, from }: Asked,
  { secret, url }: Pick<ForwardDeps, "secret" | "url">,
): Promise<number> {
  const over = new AbortController()
  const stop = () => over.abort()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  process.stdout.once("error", stop)
  const sender = createSender({ clock: systemClock, allowPrivate: true })
  const seen: Forwarded[] = []
  const sending = { sender, clock: systemClock, url, secret }
  const keys = readKeys({ seen, again: (event) => forward(sending, event, over.signal), stop })
  say(`Listening at ${hub}, forwarding to ${url}\nSecret ${secret}\n`)
  const tell: ForwardDeps["tell"] = {
    forwarded(event, attempt) {
      seen.push(event)
      if (seen.length > KEPT_MAX) delete seen[seen.length - KEPT_MAX - 1]
      say(lineOf(seen.length, event, attempt))
    },
    silent: (why) => say(`${time()}  the hub does not answer: ${why}; waiting`),
    back: () => say(`${time()}  the hub is back`),
  }
  const client = createClient({ baseUrl: hub, key })
  const fault = await forwardEvents({ ...sending, client, type, from, tell }, over.signal)
  keys.close()
  sender.close()
  process.removeListener("SIGINT", stop)
  process.removeListener("SIGTERM", stop)
  process.stdout.removeListener("error", stop)
  if (fault === null) return 0
  process.stderr.write(`brasa listen: ${fault}\n`)
  return 2
}

interface Keys {
  readonly seen: readonly (Forwarded | undefined)[]
  readonly again: (event: Forwarded) => Promise<Attempt>
  readonly stop: () => void
}

/** Reads Enter, a number and Enter, or q. */
function readKeys({ seen, again, stop }: Keys): { close(): void } {
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on("line", (line) => {
    const asked = line.trim()
    if (asked === "q") return stop()
    const number = asked === "" ? seen.length : Number(asked)
    const event = seen[number - 1]
    if (!event) return say(seen.length === 0 ? "Nothing has come yet." : `There is no event ${asked}.`)
    void again(event).then((attempt) => say(`${lineOf(number, event, attempt)}, sent again`))
  })
  return {
    close() {
      lines.close()
      process.stdin.unref?.()
    },
  }
}

function lineOf(number: number, { type, eventId, payload }: Forwarded, { status, error, durationMs }: Attempt): string {
  const { orderExternal } = (Object(payload).data ?? {}) as { orderExternal?: unknown }
  const about = typeof orderExternal === "string" ? `  ${orderExternal}` : ""
  const end = status === null || error ? (error ?? "no answer") : String(status)
  return `${time()}  ${String(number).padStart(3)}  ${type}  ${eventId}${about}  → ${end} in ${durationMs} ms`
}

function time(): string {
  return new Date().toTimeString().slice(0, 8)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
