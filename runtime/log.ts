/** Structured logs: one JSON line per entry, with secrets redacted. */
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
  /** By default standard output. */
  readonly destination?: { write(line: string): void }
}

/** Field names whose values are redacted. */
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

/** Levels of nesting in which these names are redacted. */
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

/** Replaces the password in a URL by `***`. */
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
