/** `brasa hub webhooks`: look at endpoints, try one out, send again, replay a time, rotate a secret, disable and enable. */
import { isRefusal, type Refusal } from "../protocol/refusals.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, type Settings } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { DATA_FLAGS } from "./config.ts"
import { openHub } from "./main.ts"
import type { EndpointView, WebhooksDesk } from "./webhooks/index.ts"

/** A test event is waited for so long: an endpoint has 15 s, and the hub may be busy. */
const TEST_WAIT_MS = 20_000
const TEST_LOOK_MS = 250

const FLAGS = {
  ...DATA_FLAGS,
  account: { value: "ID", about: "The account, where several have an endpoint of this name.", read: text },
  endpoint: { value: "NAME", about: "resend, replay: to this endpoint only.", read: text },
  from: { value: "MOMENT", about: "replay: events at or after, such as 2026-11-21T09:00:00Z.", read: text },
  to: { value: "MOMENT", about: "replay: events at or before (default now).", read: text },
  secret: { value: "SECRET", about: "rotate: the new secret (default: one is drawn and shown once).", read: text },
} as const satisfies FlagTable

function text([given]: readonly string[]): string | undefined {
  return given
}

const COMMAND = {
  usage:
    "brasa hub webhooks [list | test NAME | resend EVENT_ID | replay --from MOMENT | rotate NAME | enable NAME | disable NAME]",
  about:
    "Endpoints that events are sent to, and how they fare. The running hub does the sending: what is asked here is done by it, at once or when it is back.",
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

type Env = Readonly<Record<string, string | undefined>>
type Asked = Settings<typeof FLAGS>
type Verb = (desk: WebhooksDesk, word: string, asked: Asked) => Promise<string[] | Refusal>

const VERBS: Readonly<Record<string, Verb>> = {
  list: async (desk, _word, { account }) => (await desk.list(account)).flatMap(viewLines),
  test: (desk, name, asked) => test(desk, needed(name, "NAME"), asked),
  async resend(desk, eventId, { endpoint }) {
    const done = await desk.resend(needed(eventId, "EVENT_ID"), endpoint)
    if (isRefusal(done)) return done
    return done.deliveries.map((one) => `${one.endpoint}: ${one.status}`)
  },
  replay,
  async rotate(desk, name, { account, secret }) {
    const done = await desk.rotate({ name: needed(name, "NAME"), account }, secret)
    if (isRefusal(done)) return done
    return [`${done.secret}   (shown once)`, `the secret before signs as well until ${done.oldUntil}`]
  },
  enable: (desk, name, asked) => change(desk.enable, { name, asked, done: "enabled" }),
  disable: (desk, name, asked) => change(desk.disable, { name, asked, done: "disabled" }),
}

/** The exit code. */
export async function runWebhooks(argv: readonly string[], env: Env): Promise<number> {
  const asked = readFlags(COMMAND, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const [verb = "list", word = ""] = asked.words
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!run) throw new BadFlags([`${verb}: is none of ${Object.keys(VERBS).join(", ")}; see --help`])
  const { webhooks, close } = await openHub(asked.settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    const said = await run(webhooks, word, asked.settings)
    if (isRefusal(said)) {
      process.stderr.write(`${said.message}\n`)
      return 2
    }
    for (const line of said) say(line)
    return 0
  } finally {
    await close()
  }
}

function viewLines(view: EndpointView): string[] {
  const state = view.disabledAt === null ? "enabled" : `disabled since ${view.disabledAt}: ${view.disabledWhy}`
  const counts = view.deliveries.map(({ status, count }) => `${count} ${status}`).join(", ") || "nothing sent yet"
  return [
    `${view.name} (${view.vendorId ?? `all of ${view.accountId}`}) → ${view.url}`,
    `  ${view.events.join(" ")} · ${state} · ${counts}`,
    ...(view.failingSince === null ? [] : [`  takes nothing since ${view.failingSince}`]),
    ...(view.rotatingUntil === null ? [] : [`  the secret before signs as well until ${view.rotatingUntil}`]),
  ]
}

/** Sends a test event and waits for what came of it. */
async function test(desk: WebhooksDesk, name: string, { account }: Asked): Promise<string[] | Refusal> {
  const sent = await desk.test({ name, account })
  if (isRefusal(sent)) return sent
  for (let waited = 0; waited < TEST_WAIT_MS; waited += TEST_LOOK_MS) {
    const [attempt] = await desk.attempts(sent.eventId)
    if (attempt) {
      const came = attempt.error ?? `answered ${attempt.status}`
      return [`${sent.eventId} → ${attempt.url}`, `${came} after ${attempt.durationMs} ms`, attempt.responseBody ?? ""]
    }
    await new Promise((resolve) => setTimeout(resolve, TEST_LOOK_MS))
  }
  return [`${sent.eventId} waits: is the hub running?`]
}

async function replay(desk: WebhooksDesk, _word: string, { from, to, account, endpoint }: Asked) {
  if (from === undefined) throw new BadFlags(["--from: is required"])
  const until = to ?? new Date().toISOString()
  const done = await desk.replay({
    from,
    to: until,
    account,
    endpoint,
    progress: ({ seen, total, queued }) => say(`${seen} of ${total} events, ${queued} deliveries on their way`),
  })
  if (isRefusal(done)) return done
  return [`${done.events} events, ${done.deliveries} deliveries on their way`]
}

interface Change {
  readonly name: string
  readonly asked: Asked
  readonly done: string
}

async function change(act: WebhooksDesk["enable"], { name, asked, done }: Change): Promise<string[] | Refusal> {
  const changed = await act({ name: needed(name, "NAME"), account: asked.account })
  if (isRefusal(changed)) return changed
  return [changed.changed ? `${name} is ${done}` : `${name} was ${done} already`]
}

function needed(word: string, name: string): string {
  if (word === "") throw new BadFlags([`${name} is missing; see --help`])
  return word
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
