/** A connection to an MQTT broker that reconnects with growing, random waits. It queues no messages while it is down. */
import mqtt, { type MqttClient } from "mqtt"
import type { Log } from "../log.ts"

const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 120_000
const BACKOFF_SPREAD = 0.25
/** After a connection of this length the waits start again from the first one. */
const GOOD_AFTER_MS = 10_000
const KEEPALIVE_SECONDS = 30
const CONNECT_TIMEOUT_MS = 10_000
/** How long the end of a connection waits for the last messages to be sent. */
const DISCONNECT_MAX_MS = 1_000
const REFUSED_GRANT = 128
/** MQTT 3.1.1 return codes of CONNACK: bad user name or password, not authorized. */
const REFUSED_LOGIN: readonly unknown[] = [4, 5]

export interface Attempt {
  readonly will?: Will
}

/** The last will: the broker publishes it when the connection is lost. */
export interface Will {
  readonly topic: string
  readonly payload: string
}

interface MqttConnectionOptions {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  /** Subscriptions; `onUp` is called once all of them are granted. */
  readonly filters: readonly string[]
  /** Called before each attempt; returns the last will of that connection. */
  readonly prepare?: () => Attempt
  readonly onUp: () => void
  readonly onDown: () => void
  /** The broker refused the login. The connection tries again nevertheless. */
  readonly onRefused?: () => void
  readonly onMessage: (topic: string, payload: Uint8Array) => void
  /** Random numbers from 0 to 1, for the waits. */
  readonly chance: () => number
  readonly log: Log
  /** The first wait after a lost connection; shorter in tests. */
  readonly backoffFirstMs?: number
  /** The longest wait; long if thousands of clients would come back at once. */
  readonly backoffMaxMs?: number
  /** The broker closes the connection after 1.5 times this long without a packet. */
  readonly keepaliveSeconds?: number
}

export interface MqttConnection {
  start(): void
  /** Publishes with QoS 1 if the connection is up; returns whether it is. It does not wait for the broker's PUBACK. */
  publish(topic: string, payload: string | Buffer): boolean
  /** Reconnects at once. */
  renew(): void
  /** Publishes the last will itstate, because the broker does not after a clean disconnect, and disconnects. */
  stop(): Promise<void>
}

/** The URL without user name and password, for logs. */
export function withoutLogin(url: string): string {
  const address = new URL(url)
  address.username = ""
  address.password = ""
  return address.href
}

/** The wait in milliseconds after `tries` failed attempts in a row. */
export function backoff(tries: number, chance: number, firstMs = BACKOFF_FIRST_MS): number {
  const wait = Math.min(firstMs * 2 ** tries, BACKOFF_MAX_MS)
  return Math.round(wait * (1 - BACKOFF_SPREAD + 2 * BACKOFF_SPREAD * chance))
}

export function connectMqtt(options: MqttConnectionOptions): MqttConnection {
  const state: ConnectionState = {
    options,
    client: null,
    will: undefined,
    up: false,
    isFailing: false,
    stopped: true,
    tries: 0,
    upAt: 0,
    timer: null,
  }
  return {
    start() {
      state.stopped = false
      connect(state)
    },
    publish: (topic, payload) => publish(state, topic, payload),
    renew() {
      if (state.stopped) return
      state.tries = 0
      drop(state)
      retry(state, 0)
    },
    async stop() {
      state.stopped = true
      if (state.timer) clearTimeout(state.timer)
      const { client, will } = state
      if (will) publish(state, will.topic, will.payload)
      markDown(state)
      state.client = null
      if (client) await disconnect(client)
    },
  }
}

interface ConnectionState {
  readonly options: MqttConnectionOptions
  client: MqttClient | null
  /** Last will of the current connection or attempt. */
  will: Will | undefined
  up: boolean
  /** The failure was logged. It is logged once until the next success, since a wrong address or password fails for days. */
  isFailing: boolean
  stopped: boolean
  tries: number
  upAt: number
  timer: NodeJS.Timeout | null
}

function connect(state: ConnectionState): void {
  const { url, clientId, username, password } = state.options
  const will = prepareWill(state)
  if (will === "failed") return
  const client = mqtt.connect(url, {
    clientId,
    username,
    password,
    clean: true,
    protocolVersion: 4,
    keepalive: state.options.keepaliveSeconds ?? KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: false } }),
  })
  state.client = client
  state.will = will
  client.on("connect", () => subscribe(state, client))
  client.on("message", (topic, payload) => {
    if (state.client === client) state.options.onMessage(topic, payload)
  })
  client.on("error", (error) => {
    if (state.client !== client) return
    if (!state.up) logFailing(state, error.message)
    if (REFUSED_LOGIN.includes((error as { code?: unknown }).code)) state.options.onRefused?.()
  })
  client.once("close", () => {
    if (state.client !== client) return
    if (!state.up) logFailing(state, "it closed the connection")
    drop(state)
    if (!state.stopped) retryWithBackoff(state)
  })
}

function logFailing(state: ConnectionState, why: string): void {
  const { url, log } = state.options
  if (!state.isFailing) log.warn({ url: withoutLogin(url), why }, "the broker cannot be reached; trying again")
  state.isFailing = true
}

/** `prepare` may fail, for example on a full disk: then no connection is made, and it is tried again later. */
function prepareWill(state: ConnectionState): Attempt["will"] | "failed" {
  try {
    return state.options.prepare?.().will
  } catch (error) {
    state.options.log.warn({ err: error, url: withoutLogin(state.options.url) }, "a connection could not be prepared")
    retryWithBackoff(state)
    return "failed"
  }
}

function retryWithBackoff(state: ConnectionState): void {
  const { chance, backoffFirstMs, backoffMaxMs = Number.POSITIVE_INFINITY } = state.options
  retry(state, Math.min(backoff(state.tries++, chance(), backoffFirstMs), backoffMaxMs))
}

function subscribe(state: ConnectionState, client: MqttClient): void {
  const { url, filters, log, onUp } = state.options
  client.subscribe([...filters], { qos: 1 }, (error, granted) => {
    if (state.client !== client || !client.connected) return
    if (error || granted?.some(({ qos }) => qos === REFUSED_GRANT)) {
      log.warn({ err: error, filters }, "the broker refused a subscription")
      client.end(true)
      return
    }
    state.up = true
    state.upAt = performance.now()
    state.isFailing = false
    log.info({ url: withoutLogin(url) }, "connected to the broker")
    onUp()
  })
}

function publish({ up, client }: ConnectionState, topic: string, payload: string | Buffer): boolean {
  if (!up || !client?.connected) return false
  client.publish(topic, payload, { qos: 1 })
  return true
}

function retry(state: ConnectionState, waitMs: number): void {
  if (state.timer) clearTimeout(state.timer)
  state.timer = setTimeout(() => {
    if (!state.stopped && state.client === null) connect(state)
  }, waitMs)
}

/** Disconnects cleanly. On a half-open connection that times out, and the broker publishes the last will itstate. */
function disconnect(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => client.stream.destroy(), DISCONNECT_MAX_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    client.once("close", done)
    client.end(!client.connected, {}, done)
  })
}

/** Closes the connection without a disconnect packet. Unsent messages are dropped; the outbox sends them again. */
function drop(state: ConnectionState): void {
  const { client } = state
  state.client = null
  markDown(state)
  client?.end(true)
}

function markDown(state: ConnectionState): void {
  if (!state.up) return
  state.up = false
  if (performance.now() - state.upAt > GOOD_AFTER_MS) state.tries = 0
  state.options.onDown()
}
