/** Wakes between processes that share a PostgreSQL: NOTIFY after the commit, joined over a moment; LISTEN on a connection of its own that comes back. */
import pg from "pg"
import type { Log } from "../log.ts"
import type { Notifications } from "./notifications.ts"
import { failOnSilence } from "./postgres.ts"

const CHANNEL = "brasa_wake"
/** Wakes of one topic within it are one message: a notification takes a lock that all commits share. */
const JOIN_MS = 10
const RECONNECT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
/** A line that only listens would never learn that it is dead: it is asked three times as often as an answer may be late. */
const ASKS_PER_SILENCE = 3

export interface SharedNotifications {
  /** Tells the other processes. */
  tell(topic: string): void
  /** A message that was under way may be lost: who listens looks now and then anyway. */
  stop(): Promise<void>
}

interface Options {
  readonly url: string
  readonly pool: pg.Pool
  readonly log: Log
  /** Who says nothing for so long is at the other end of a dead line. */
  readonly silenceMaxMs: number
}

export function shareNotifications(
  wakes: Notifications,
  { url, pool, log, silenceMaxMs }: Options,
): SharedNotifications {
  const sender = `${process.pid}.${Math.random().toString(36).slice(2)}`
  const topics = new Set<string>()
  let sending: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let isOver = false

  const send = () => {
    sending = undefined
    const payloads = [...topics].map((topic) => `${sender} ${topic}`)
    topics.clear()
    const query = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
    pool.query(query, [CHANNEL, payloads]).catch((error) => log.debug({ err: error }, "other processes were not woken"))
  }
  const hear = ({ payload = "" }: pg.Notification) => {
    const [from, ...topic] = payload.split(" ")
    if (from !== sender) wakes.wake(topic.join(" "))
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: "brasa wakes",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: silenceMaxMs,
    })
    client = next
    // Lost, or never there: in the meantime the others' commits are found by looking.
    const comeBack = () => {
      if (isOver || client !== next) return
      client = undefined
      clearTimeout(asking)
      next.end().catch(() => {})
      again = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on("error", comeBack)
    next.on("end", comeBack)
    next.on("notification", hear)
    try {
      await next.connect()
      await next.query(`LISTEN ${CHANNEL}`)
      if (isOver) return void (await next.end())
      const pingLater = () => {
        if (isOver || client !== next) return
        asking = setTimeout(
          () => void next.query("SELECT 1").then(pingLater, comeBack),
          silenceMaxMs / ASKS_PER_SILENCE,
        )
      }
      pingLater()
    } catch {
      comeBack()
    }
  }
  const connecting = connect()
  return {
    tell(topic) {
      topics.add(topic)
      if (!isOver) sending ??= setTimeout(send, JOIN_MS)
    },
    async stop() {
      isOver = true
      clearTimeout(sending)
      clearTimeout(again)
      clearTimeout(asking)
      await connecting
      if (client) failOnSilence(client, CONNECT_TIMEOUT_MS)
      await client?.end().catch(() => {})
    },
  }
}
