/** MQTT connection to the box over a WebSocket: receives change notices, sends heartbeats, reconnects by itself. */
import {
  afterChangeNotice,
  CHANGED_TOPIC,
  type ChangeNotice,
  type Changes,
  deviceClientId,
  heartbeatTopic,
  readChangeNotice,
} from "../../protocol/mqtt/lan-changes.ts"
import {
  connectPacket,
  createPacketReader,
  type Packet,
  pingPacket,
  publishPacket,
  subscribePacket,
} from "./mqtt-packets.ts"

const SUBPROTOCOL = "mqtt"
/** A lost connection is noticed after two of these. */
const PING_EVERY_MS = 4_000
const KEEP_ALIVE_SECONDS = 15
/** The box counts a screen as gone after three of these without a heartbeat. */
const BEAT_EVERY_MS = 15_000
const RETRY_FIRST_MS = 400
const RETRY_MAX_MS = 8_000
const SUBSCRIPTION = 1

interface LiveOptions {
  /** `ws://box.local:8080/mqtt`. */
  readonly url: string
  readonly deviceId: string
  readonly key: string
  /** Distinguishes the tabs of one device. */
  readonly tab: string
  readonly beat: () => ScreenHeartbeat
  readonly open?: (url: string, protocol: string) => WebSocket
}

interface ScreenHeartbeat {
  /** By the box's clock. */
  readonly at: string
  readonly page: string
  readonly version?: string
  /** Number of tickets or orders on the screen. */
  readonly shown?: number
}

export type LiveEvent =
  | { readonly type: "up" }
  | { readonly type: "down" }
  | { readonly type: "nudge"; readonly nudge: ChangeNotice }

export interface LiveConnection {
  /** While true, data is up to date until the next change notice. */
  isUp(): boolean
  /** The latest notified changes. */
  heard(): Changes | null
  /** Sends a heartbeat at once. */
  beat(): void
  /** Returns a function that removes the listener. */
  listen(listener: (event: LiveEvent) => void): () => void
  start(): void
  stop(): void
}

export function createLiveConnection(options: LiveOptions): LiveConnection {
  const listeners = new Set<(event: LiveEvent) => void>()
  let connection: Conversation | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = RETRY_FIRST_MS
  let up = false
  let changes: Changes | null = null
  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  const onUp = () => {
    up = true
    wait = RETRY_FIRST_MS
    tell({ type: "up" })
  }
  const onNudge = (nudge: ChangeNotice) => {
    changes = afterChangeNotice(changes, nudge)
    tell({ type: "nudge", nudge })
  }
  const onLost = () => {
    connection = null
    retry = setTimeout(connect, wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, RETRY_MAX_MS)
    if (!up) return
    up = false
    tell({ type: "down" })
  }
  const connect = () => {
    connection = converse(options, { onUp, onNudge, onLost })
  }
  return {
    isUp: () => up,
    heard: () => changes,
    beat: () => connection?.beat(),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: connect,
    stop() {
      clearTimeout(retry)
      connection?.close()
      connection = null
      up = false
    },
  }
}

interface Ears {
  readonly onUp: () => void
  readonly onNudge: (nudge: ChangeNotice) => void
  /** Called once, and not after `close`. */
  readonly onLost: () => void
}

interface Conversation {
  beat(): void
  close(): void
}

/** Opens one connection. It is not reopened after its loss. */
function converse({ url, deviceId, key, tab, beat, open = openSocket }: LiveOptions, ears: Ears): Conversation {
  const socket = open(url, SUBPROTOCOL)
  socket.binaryType = "arraybuffer"
  const read = createPacketReader()
  let over = false
  let answered = true
  let accepted = false
  const end = (lost: boolean) => {
    if (over) return
    over = true
    clearInterval(pings)
    clearInterval(beats)
    socket.close()
    if (lost) ears.onLost()
  }
  const pings = setInterval(() => {
    if (!answered) return end(true)
    answered = false
    if (socket.readyState === socket.OPEN) socket.send(pingPacket())
  }, PING_EVERY_MS)
  const topic = heartbeatTopic(deviceId)
  const say = () => {
    if (!accepted || socket.readyState !== socket.OPEN) return
    socket.send(publishPacket({ topic, payload: JSON.stringify({ online: true, ...beat() }) }))
  }
  const beats = setInterval(say, BEAT_EVERY_MS)
  const begin = () => {
    accepted = true
    socket.send(subscribePacket(SUBSCRIPTION, CHANGED_TOPIC))
    say()
  }
  const hear = (packet: Packet) => {
    if (packet.type === "pong") answered = true
    else if (packet.type === "publish") heed(packet.payload, ears)
    else if (packet.type === "connack" && packet.accepted) begin()
    else if (packet.type === "suback" && packet.accepted) ears.onUp()
    else if (packet.type !== "other") end(true)
  }
  const clientId = `${deviceClientId(deviceId)}/${tab}`
  const login = { clientId, username: deviceId, password: key, keepAliveSeconds: KEEP_ALIVE_SECONDS }
  socket.onopen = () => {
    const will = { topic, payload: JSON.stringify({ online: false, at: beat().at }) }
    socket.send(connectPacket({ ...login, will }))
  }
  socket.onmessage = ({ data }) => {
    answered = true
    if (!over) read(new Uint8Array(data as ArrayBuffer)).forEach(hear)
  }
  socket.onclose = () => end(true)
  socket.onerror = () => end(true)
  return { beat: say, close: () => end(false) }
}

function heed(payload: string, { onNudge }: Ears): void {
  const nudge = readChangeNotice(payload)
  if (nudge) onNudge(nudge)
}

function openSocket(url: string, protocol: string): WebSocket {
  return new WebSocket(url, protocol)
}
