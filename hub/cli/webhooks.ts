/** `brasa hub webhooks`: lists endpoints, tests one, redelivers, replays a period, rotates a secret, disables and enables. */
import { isRefusal } from "../../protocol/refusals.ts"
import type { Command, FlagTable, Settings } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import { SECRET_CHARS } from "../tenants/index.ts"
import type { EndpointView, WebhooksAdmin } from "../webhooks/index.ts"
import {
  type AtHub,
  byVerb,
  type CommandInput,
  type Env,
  needed,
  neededFlag,
  printLine,
  runHubCommandInDatabase,
  type Verbs,
} from "./run-command.ts"

/** How long to wait for a test event's result: an endpoint has 15 s, and the hub may be busy. */
const TEST_WAIT_MS = 20_000
const TEST_LOOK_MS = 250

const FLAGS = {
  ...DATA_FLAGS,
  account: { value: "ID", about: "The account, where several have an endpoint of this name.", read: text },
  endpoint: { value: "NAME", about: "resend, replay: to this endpoint only.", read: text },
  from: { value: "MOMENT", about: "replay: events at or after, such as 2026-11-21T09:00:00Z.", read: text },
  to: { value: "MOMENT", about: "replay: events at or before (default now).", read: text },
  secret: {
    value: "SECRET",
    about: "rotate: the new secret (default: one is drawn and shown once).",
    read: secretText,
  },
} as const satisfies FlagTable

function text([given]: readonly string[]): string | undefined {
  return given
}

function secretText([given]: readonly string[]): string | undefined {
  const wrong = given !== undefined && (given.length < SECRET_CHARS.min || given.length > SECRET_CHARS.max)
  if (wrong) throw new Error(`must be ${SECRET_CHARS.min} to ${SECRET_CHARS.max} characters; without it one is drawn`)
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

type Asked = Settings<typeof FLAGS>

const VERBS: Verbs<typeof FLAGS> = {
  list:
    (_word, { account }) =>
    async ({ operator, webhooks }) => {
      const strange = account === undefined ? null : await operator.checkAccount(account)
      return strange ?? (await webhooks.list(account)).flatMap(viewLines)
    },
  test(word, options) {
    const name = needed(word, "NAME")
    return ({ webhooks }) => test(webhooks, name, options)
  },
  resend(word, { endpoint }) {
    const eventId = needed(word, "EVENT_ID")
    return async ({ webhooks }) => {
      const done = await webhooks.resend(eventId, endpoint)
      return isRefusal(done) ? done : done.deliveries.map((one) => `${one.endpoint}: ${one.status}`)
    }
  },
  replay(_word, options) {
    const from = neededFlag(options.from, "--from")
    return ({ webhooks }) => replay(webhooks, from, options)
  },
  rotate(word, { account, secret }) {
    const name = needed(word, "NAME")
    return async ({ webhooks }) => {
      const done = await webhooks.rotate({ name, account }, secret)
      if (isRefusal(done)) return done
      return [`${done.secret}   (shown once)`, `the secret before signs as well until ${done.oldUntil}`]
    }
  },
  enable: (word, options) => change("enable", needed(word, "NAME"), options),
  disable: (word, options) => change("disable", needed(word, "NAME"), options),
}

/** Returns the exit code. */
export function runWebhooks(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
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

/** Sends a test event and waits for the result. */
async function test(webhooks: WebhooksAdmin, name: string, { account }: Asked): Promise<CommandInput> {
  const sent = await webhooks.test({ name, account })
  if (isRefusal(sent)) return sent
  for (let waited = 0; waited < TEST_WAIT_MS; waited += TEST_LOOK_MS) {
    const [attempt] = await webhooks.attempts(sent.eventId)
    if (attempt) {
      const came = attempt.error ?? `answered ${attempt.status}`
      return [`${sent.eventId} → ${attempt.url}`, `${came} after ${attempt.durationMs} ms`, attempt.responseBody ?? ""]
    }
    await new Promise((resolve) => setTimeout(resolve, TEST_LOOK_MS))
  }
  return [`${sent.eventId} waits: is the hub running?`]
}

async function replay(webhooks: WebhooksAdmin, from: string, { to, account, endpoint }: Asked): Promise<CommandInput> {
  const until = to ?? new Date().toISOString()
  const done = await webhooks.replay({
    from,
    to: until,
    account,
    endpoint,
    progress: ({ seen, total, queued }) => printLine(`${seen} of ${total} events, ${queued} deliveries on their way`),
  })
  if (isRefusal(done)) return done
  return [`${done.events} events, ${done.deliveries} deliveries on their way`]
}

function change(act: "enable" | "disable", name: string, { account }: Asked): AtHub {
  return async ({ webhooks }) => {
    const done = await webhooks[act]({ name, account })
    if (isRefusal(done)) return done
    return [done.changed ? `${name} is ${act}d` : `${name} was ${act}d already`]
  }
}
