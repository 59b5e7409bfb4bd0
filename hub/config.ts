/** The hub's configuration: flags and environment, read once. */
import { join } from "node:path"
import { type Command, type FlagTable, reading, type Settings } from "../runtime/flags.ts"
import { SECRET_KEY_FLAG } from "../runtime/secret-key.ts"
import { readPostgresAddress } from "../runtime/storage/postgres-address.ts"
import { RETENTION_FLAGS } from "./retention/index.ts"

const SANDBOX_FISCAL_DELAY_MS = 2_000
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const

/** Flags of every hub command: where the database and the key are. */
export const DATA_FLAGS = {
  data: {
    env: "BRASA_DATA",
    value: "DIR",
    about: "Where the hub keeps its database and its key (default ./data/hub).",
    read: reading.text("data/hub"),
  },
  database: {
    env: "BRASA_DATABASE",
    value: "URL",
    about: "postgres://…, or sqlite:PATH (default hub.db in the data directory).",
    read: readDatabase,
  },
  secretKey: SECRET_KEY_FLAG,
  logLevel: {
    env: "BRASA_LOG_LEVEL",
    value: "LEVEL",
    about: `${LOG_LEVELS.join(", ")} (default info).`,
    read: reading.oneOf(LOG_LEVELS, "info"),
  },
} as const satisfies FlagTable

export const HUB_FLAGS = {
  ...DATA_FLAGS,
  host: {
    env: "BRASA_HOST",
    value: "ADDRESS",
    about: "The address to listen on (default 0.0.0.0).",
    read: reading.text("0.0.0.0"),
  },
  port: { env: "BRASA_PORT", value: "N", about: "HTTP port (default 8080).", read: reading.port(8080) },
  mqttPort: {
    env: "BRASA_MQTT_PORT",
    value: "N",
    about: "Port of the embedded broker (default 1883).",
    read: reading.port(1883),
  },
  mqtt: {
    env: "BRASA_MQTT",
    value: "URL",
    about: "An external broker, mqtt://… or mqtts://…, instead of the embedded one.",
    read: reading.url(["mqtt", "mqtts"], null),
  },
  mqttLogins: {
    env: "BRASA_MQTT_LOGINS",
    value: "FILE",
    about: "Mosquitto's password file: the hub writes one line for every store's box and leaves other lines alone.",
    read: reading.text(null),
  },
  allowPrivateWebhooks: {
    env: "BRASA_ALLOW_PRIVATE_WEBHOOKS",
    about: "Also calls webhooks and payment providers at loopback and private addresses.",
    read: reading.switch,
  },
  publicUrl: {
    env: "BRASA_PUBLIC_URL",
    value: "URL",
    about: "The address at which guests reach this hub, in the sandbox provider's payment links (default its own).",
    read: reading.url(["http", "https"], null),
  },
  behindProxy: {
    env: "BRASA_BEHIND_PROXY",
    about:
      "A proxy in front of the hub ends TLS and sends X-Forwarded-For; the dashboard's cookie is sent only over TLS.",
    read: reading.switch,
  },
  requestLog: {
    env: "BRASA_REQUEST_LOG",
    value: "WORD",
    about: "on stores the requests of each API key and their answers for the dashboard; off stores none (default on).",
    read: reading.oneOf(["on", "off"] as const, "on"),
  },
  ...RETENTION_FLAGS,
  rateLimit: {
    env: "BRASA_RATE_LIMIT",
    value: "N",
    about: "Requests per second for each key, 0 for no limit (default 100).",
    read: reading.whole(100),
  },
  sandboxFiscalDelayMs: {
    env: "BRASA_SANDBOX_FISCAL_DELAY_MS",
    value: "MS",
    about: "How long the embedded sandbox authority takes to rule on a fiscal document (default 2000).",
    read: reading.whole(SANDBOX_FISCAL_DELAY_MS),
  },
} as const satisfies FlagTable

export type DataConfig = Settings<typeof DATA_FLAGS>
export type HubConfig = Settings<typeof HUB_FLAGS>

export const HUB_COMMAND: Command<typeof HUB_FLAGS> = {
  usage: "brasa hub [options]",
  about:
    "Runs the hub. Beside it: brasa hub provision, create-key, claim, jobs, webhooks, fiscal, template, person, updates, move, archive; each answers --help.",
  flags: HUB_FLAGS,
}

export function databaseUrl({ database, data }: Pick<DataConfig, "database" | "data">): string {
  return database ?? `sqlite:${join(data, "hub.db")}`
}

export function archiveDir({ archive, data }: Pick<HubConfig, "archive" | "data">): string {
  return archive ?? join(data, "archive")
}

function readDatabase([text]: readonly string[]): string | null {
  if (text === undefined) return null
  if (/^sqlite:./.test(text)) return text
  // The error does not show the value, because it may contain a password.
  if (!/^postgres(ql)?:\/\/./.test(text)) throw new Error("must be postgres://… or sqlite:PATH")
  return readPostgresAddress(text)
}
