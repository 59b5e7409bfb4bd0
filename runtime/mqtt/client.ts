/** A connection to an MQTT broker that comes back by itself, in a patient and jittered way, and never keeps a message for later. */
import mqtt, { type MqttClient } from "mqtt"
import type { Log } from "../log.ts"

const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 120_000
const BACKOFF_SPREAD = 0.25
/** A connection that lived this long was a good one: the next attempt starts quickly again. */
const GOOD_AFTER_MS = 10_000
const KEEPALIVE_SECONDS = 30
const CONNECT_TIMEOUT_MS = 10_000
/** What was said last may still be on its way when a connection ends; so long a line that carries nothing is waited for. */
const GOODBYE_MS = 1_000
const REFUSED_GRANT = 128
/** MQTT 3.1.1, the return codes of CONNACK: bad user name or password, not authorized. */
const REFUSED_LOGIN: readonly unknown[] = [4, 5]

export interface Attempt {
  readonly will?: Will
}

/** What the broker says in this connection's name once it is gone. */
export interface Will {
  readonly topic: string
  readonly payload: string
}

interface MqttConnectionOptions {
  readonly url: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  /** Filters to listen on; the link is up only once all of them are granted. */
  readonly filters: readonly string[]
  /** Called before each attempt, for the last will of that connection. */
  readonly prepare?: () => Attempt
  readonly onUp: () => void
  readonly onDown: () => void
  /** The broker knows no such login. It is asked again all the same. */
  readonly onRefused?: () => void
  readonly onMessage: (topic: string, payload: Uint8Array) => void
  /** 0 to 1. */
  readonly chance: () => number
  readonly log: Log
  /** The first wait after a lost connection; tests are less patient. */
  readonly backoffFirstMs?: number
  /** The longest wait; short where few speak, long where thousands would come back at once. */
  readonly backoffMaxMs?: number
  /** Half as long again without a sign, and the broker gives up on this connection. */
  readonly keepaliveSeconds?: number
}

export interface MqttConnection {
  start(): void
  /** With QoS 1, when the link is up; answers whether it was. The broker's receipt means nothing and is not waited for. */
  publish(topic: string, payload: string | Buffer): boolean
  /** Drops the connection and makes a new one at once. */
  renew(): void
  /** Says the last will itself, which the broker keeps from everybody after a goodbye, and ends the connection. */
  stop(): Promise<void>
}

/** A broker's address as others may know it: a login may stand in it. */
export function withoutLogin(url: string): string {
  const address = new URL(url)
  address.username = ""
  address.password = ""
  return address.href
}

/** `tries` is the number of attempts that failed in a row. */
export function backoff(tries: number, chance: number, firstMs = BACKOFF_FIRST_MS): number {
  const wait = Math.min(firstMs * 2 ** tries, BACKOFF_MAX_MS)
  return Math.round(wait * (1 - BACKOFF_SPREAD + 2 * BACKOFF_SPREAD * chance))
}

export function connectMqtt(options: MqttConnectionOptions): MqttConnection {
  const self: Self = {
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
      self.stopped = false
      connect(self)
    },
    publish: (topic, payload) => publish(self, topic, payload),
    renew() {
      if (self.stopped) return
      self.tries = 0
      drop(self)
      retry(self, 0)
    },
    async stop() {
      self.stopped = true
      if (self.timer) clearTimeout(self.timer)
      const { client, will } = self
      if (will) publish(self, will.topic, will.payload)
      fallDown(self)
      self.client = null
      if (client) await sayGoodbye(client)
    },
  }
}

interface Self {
  readonly options: MqttConnectionOptions
  client: MqttClient | null
  /** Of the connection that is there, or is being made. */
  will: Will | undefined
  up: boolean
  /** The log was told so: once until the link is up again, since a wrong address or password fails for days. */
  isFailing: boolean
  stopped: boolean
  tries: number
  upAt: number
  timer: NodeJS.Timeout | null
}

function connect(self: Self): void {
  const { url, clientId, username, password } = self.options
  const will = prepareWill(self)
  if (will === "not now") return
  const client = mqtt.connect(url, {
    clientId,
    username,
    password,
    clean: true,
    protocolVersion: 4,
    keepalive: self.options.keepaliveSeconds ?? KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: false } }),
  })
  self.client = client
  self.will = will
  client.on("connect", () => subscribe(self, client))
  client.on("message", (topic, payload) => {
    if (self.client === client) self.options.onMessage(topic, payload)
  })
  client.on("error", (error) => {
    if (self.client !== client) return
    if (!self.up) tellFailing(self, error.message)
    if (REFUSED_LOGIN.includes((error as { code?: unknown }).code)) self.options.onRefused?.()
  })
  client.once("close", () => {
    if (self.client !== client) return
    if (!self.up) tellFailing(self, "it ended the connection")
    drop(self)
    if (!self.stopped) retryPatiently(self)
  })
}

function tellFailing(self: Self, why: string): void {
  const { url, log } = self.options
  if (!self.isFailing) log.warn({ url: withoutLogin(url), why }, "the broker is not reached, and is tried again")
  self.isFailing = true
}

/** What must be kept before a connection may not be, on a full disk: then none is made, and it is tried again. */
function prepareWill(self: Self): Attempt["will"] | "not now" {
  try {
    return self.options.prepare?.().will
  } catch (error) {
    self.options.log.warn({ err: error, url: withoutLogin(self.options.url) }, "a connection could not be prepared")
    retryPatiently(self)
    return "not now"
  }
}

function retryPatiently(self: Self): void {
  const { chance, backoffFirstMs, backoffMaxMs = Number.POSITIVE_INFINITY } = self.options
  retry(self, Math.min(backoff(self.tries++, chance(), backoffFirstMs), backoffMaxMs))
}

function subscribe(self: Self, client: MqttClient): void {
  const { url, filters, log, onUp } = self.options
  client.subscribe([...filters], { qos: 1 }, (error, granted) => {
    if (self.client !== client || !client.connected) return
    if (error || granted?.some(({ qos }) => qos === REFUSED_GRANT)) {
      log.warn({ err: error, filters }, "the broker does not let us listen")
      client.end(true)
      return
    }
    self.up = true
    self.upAt = performance.now()
    self.isFailing = false
    log.info({ url: withoutLogin(url) }, "connected to the broker")
    onUp()
  })
}

function publish({ up, client }: Self, topic: string, payload: string | Buffer): boolean {
  if (!up || !client?.connected) return false
  client.publish(topic, payload, { qos: 1 })
  return true
}

function retry(self: Self, waitMs: number): void {
  if (self.timer) clearTimeout(self.timer)
  self.timer = setTimeout(() => {
    if (!self.stopped && self.client === null) connect(self)
  }, waitMs)
}

/** A line that is half open carries no goodbye: the broker then says the last will, once it notices. */
function sayGoodbye(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => client.stream.destroy(), GOODBYE_MS)
    const done = () => {
      clearTimeout(late)
      resolve()
    }
    client.once("close", done)
    client.end(!client.connected, {}, done)
  })
}

/** Ends the connection without a goodbye. What was not sent is forgotten with it: the outbox is ours, not the client's. */
function drop(self: Self): void {
  const { client } = self
  self.client = null
  fallDown(self)
  client?.end(true)
}

function fallDown(self: Self): void {
  if (!self.up) return
  self.up = false
  if (performance.now() - self.upAt > GOOD_AFTER_MS) self.tries = 0
  self.options.onDown()
}
