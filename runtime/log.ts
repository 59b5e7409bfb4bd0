/** Structured logs: one JSON line an entry, and no secret in any of them. */
import { pino } from "pino"

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent"

interface LogEntry {
  (fields: object, message: string): void
  (message: string): void
}

export interface Log {
  readonly debug: LogEntry
  readonly info: LogEntry
  readonly warn: LogEntry
  readonly error: LogEntry
  readonly fatal: LogEntry
  child(fields: Record<string, unknown>): Log
}

interface LogOptions {
  readonly level?: LogLevel
  readonly name?: string
  /** Standard output unless told otherwise. */
  readonly destination?: { write(line: string): void }
}

/** Names that never reach a log, wherever they stand in an entry. */
export const SECRET_NAMES = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "secret",
  "token",
  "accessToken",
  "access_token",
  "refreshToken",
  "clientSecret",
  "client_secret",
  "apiKey",
  "api_key",
  "x-api-key",
  "credential",
  "claimCode",
  "pollToken",
  "sealKey",
  "technicalKey",
  "pin",
  "softwarePin",
]

/** Levels of nesting that are searched for a secret's name. */
const REDACTED_DEPTH = 3

export function createLog(options: LogOptions = {}): Log {
  const settings = {
    level: options.level ?? "info",
    ...(options.name === undefined ? {} : { name: options.name }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretPaths(), censor: "***" },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}

export const silentLog: Log = pino({ level: "silent" })

/** An address that may be shown: its password is starred out. */
export function hidePassword(url: string): string {
  return url.replace(/(\/\/[^:/@\s]*):[^/\s]*@/, "$1:***@")
}

function secretPaths(): string[] {
  const prefixes = Array.from({ length: REDACTED_DEPTH + 1 }, (_, depth) => Array<string>(depth).fill("*"))
  return prefixes.flatMap((prefix) => SECRET_NAMES.map((name) => toPath(prefix, name)))
}

function toPath(prefix: readonly string[], name: string): string {
  const last = /^\w+$/.test(name) ? name : `["${name}"]`
  const joined = prefix.join(".")
  if (joined === "") return last
  return last.startsWith("[") ? joined + last : `${joined}.${last}`
}
