/** Notifies other processes that share a PostgreSQL database: NOTIFY after a commit, and LISTEN on a connection of its own. */
import pg from "pg"
import type { Log } from "../log.ts"
import type { Notifications } from "./notifications.ts"
import { failOnSilence } from "./postgres.ts"

const CHANNEL = "brasa_wake"
/** Notifications of one topic within this time become one: each NOTIFY takes a lock that all commits share. */
const JOIN_MS = 10
const RECONNECT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
/** A connection that only listens cannot notice that it is dead. It is pinged three times within the time that an answer may take. */
const PINGS_PER_SILENCE = 3

export interface SharedNotifications {
  /** Notifies the other processes, shortly after the call. */
  notify(topic: string): void
  /** May lose a notification that is on its way: listeners also re-read their tables from time to time. */
  stop(): Promise<void>
}

interface Options {
  readonly url: string
  readonly pool: pg.Pool
  readonly log: Log
  /** A connection that does not answer for this long counts as dead. */
  readonly silenceMaxMs: number
}

export function shareNotifications(local: Notifications, options: Options): SharedNotifications {
  const sender = `${process.pid}.${Math.random().toString(36).slice(2)}`
  const publisher = createPublisher(sender, options)
  const listener = startListener(options, ({ payload = "" }) => {
    const [from, ...topic] = payload.split(" ")
    if (from !== sender) local.notify(topic.join(" "))
  })
  return {
    notify: publisher.notify,
    async stop() {
      publisher.stop()
      await listener.stop()
    },
  }
}

/** Collects topics for `JOIN_MS` and sends them in one query. */
function createPublisher(sender: string, { pool, log }: Options) {
  const topics = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const send = () => {
    timer = undefined
    const payloads = [...topics].map((topic) => `${sender} ${topic}`)
    topics.clear()
    const query = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
    pool
      .query(query, [CHANNEL, payloads])
      .catch((error) => log.debug({ err: error }, "other processes were not notified"))
  }
  return {
    notify(topic: string) {
      topics.add(topic)
      if (!isStopped) timer ??= setTimeout(send, JOIN_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The connection that listens; a lost one is replaced after `RECONNECT_MS`. */
interface Listener {
  readonly url: string
  readonly silenceMaxMs: number
  readonly onNotification: (message: pg.Notification) => void
  client: pg.Client | undefined
  reconnectTimer: NodeJS.Timeout | undefined
  pingTimer: NodeJS.Timeout | undefined
  isStopped: boolean
}

function startListener({ url, silenceMaxMs }: Options, onNotification: Listener["onNotification"]) {
  const listener: Listener = {
    url,
    silenceMaxMs,
    onNotification,
    client: undefined,
    reconnectTimer: undefined,
    pingTimer: undefined,
    isStopped: false,
  }
  const firstConnect = connect(listener)
  return {
    async stop() {
      listener.isStopped = true
      clearTimeout(listener.reconnectTimer)
      clearTimeout(listener.pingTimer)
      await firstConnect
      if (listener.client) failOnSilence(listener.client, CONNECT_TIMEOUT_MS)
      await listener.client?.end().catch(() => {})
    },
  }
}

async function connect(listener: Listener): Promise<void> {
  const client = new pg.Client({
    connectionString: listener.url,
    application_name: "brasa wakes",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: listener.silenceMaxMs,
  })
  listener.client = client
  const onLost = () => reconnectLater(listener, client)
  client.on("error", onLost)
  client.on("end", onLost)
  client.on("notification", listener.onNotification)
  try {
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    if (listener.isStopped) return void (await client.end())
    pingLater(listener, client)
  } catch {
    onLost()
  }
}

/** Until the next connection is up, commits of other processes are found by re-reading tables. */
function reconnectLater(listener: Listener, lost: pg.Client): void {
  if (listener.isStopped || listener.client !== lost) return
  listener.client = undefined
  clearTimeout(listener.pingTimer)
  lost.end().catch(() => {})
  listener.reconnectTimer = setTimeout(() => void connect(listener), RECONNECT_MS)
}

function pingLater(listener: Listener, client: pg.Client): void {
  if (listener.isStopped || listener.client !== client) return
  const ping = () =>
    client.query("SELECT 1").then(
      () => pingLater(listener, client),
      () => reconnectLater(listener, client),
    )
  listener.pingTimer = setTimeout(() => void ping(), listener.silenceMaxMs / PINGS_PER_SILENCE)
}
