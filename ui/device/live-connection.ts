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
const HEARTBEAT_EVERY_MS = 15_000
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
  readonly heartbeat: () => ScreenHeartbeat
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
  | { readonly type: "change"; readonly notice: ChangeNotice }

export interface LiveConnection {
  /** While true, data is up to date until the next change notice. */
  isUp(): boolean
  /** The latest notified changes. */
  latestChanges(): Changes | null
  /** Sends a heartbeat at once. */
  sendHeartbeat(): void
  /** Returns a function that removes the listener. */
  listen(listener: (event: LiveEvent) => void): () => void
  start(): void
  stop(): void
}

export function createLiveConnection(options: LiveOptions): LiveConnection {
  const listeners = new Set<(event: LiveEvent) => void>()
  let connection: Connection | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = RETRY_FIRST_MS
  let up = false
  let changes: Changes | null = null
  const emit = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  const onUp = () => {
    up = true
    wait = RETRY_FIRST_MS
    emit({ type: "up" })
  }
  const onNotice = (notice: ChangeNotice) => {
    changes = afterChangeNotice(changes, notice)
    emit({ type: "change", notice })
  }
  const onLost = () => {
    connection = null
    retry = setTimeout(connect, wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, RETRY_MAX_MS)
    if (!up) return
    up = false
    emit({ type: "down" })
  }
  const connect = () => {
    connection = openConnection(options, { onUp, onNotice, onLost })
  }
  return {
    isUp: () => up,
    latestChanges: () => changes,
    sendHeartbeat: () => connection?.sendHeartbeat(),
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

interface ConnectionHandlers {
  readonly onUp: () => void
  readonly onNotice: (notice: ChangeNotice) => void
  /** Called once, and not after `close`. */
  readonly onLost: () => void
}

interface Connection {
  sendHeartbeat(): void
  close(): void
}

/** Opens one connection. It is not reopened after its loss. */
function openConnection(
  { url, deviceId, key, tab, heartbeat, open = openSocket }: LiveOptions,
  handlers: ConnectionHandlers,
): Connection {
  const socket = open(url, SUBPROTOCOL)
  socket.binaryType = "arraybuffer"
  const read = createPacketReader()
  let isOver = false
  let answered = true
  let accepted = false
  const end = (lost: boolean) => {
    if (isOver) return
    isOver = true
    clearInterval(pings)
    clearInterval(heartbeats)
    socket.close()
    if (lost) handlers.onLost()
  }
  const pings = setInterval(() => {
    if (!answered) return end(true)
    answered = false
    if (socket.readyState === socket.OPEN) socket.send(pingPacket())
  }, PING_EVERY_MS)
  const topic = heartbeatTopic(deviceId)
  const sendHeartbeat = () => {
    if (!accepted || socket.readyState !== socket.OPEN) return
    socket.send(publishPacket({ topic, payload: JSON.stringify({ online: true, ...heartbeat() }) }))
  }
  const heartbeats = setInterval(sendHeartbeat, HEARTBEAT_EVERY_MS)
  const subscribe = () => {
    accepted = true
    socket.send(subscribePacket(SUBSCRIPTION, CHANGED_TOPIC))
    sendHeartbeat()
  }
  const handlePacket = (packet: Packet) => {
    if (packet.type === "pong") answered = true
    else if (packet.type === "publish") handleNotice(packet.payload, handlers)
    else if (packet.type === "connack" && packet.accepted) subscribe()
    else if (packet.type === "suback" && packet.accepted) handlers.onUp()
    else if (packet.type !== "other") end(true)
  }
  const clientId = `${deviceClientId(deviceId)}/${tab}`
  const login = { clientId, username: deviceId, password: key, keepAliveSeconds: KEEP_ALIVE_SECONDS }
  socket.onopen = () => {
    const will = { topic, payload: JSON.stringify({ online: false, at: heartbeat().at }) }
    socket.send(connectPacket({ ...login, will }))
  }
  socket.onmessage = ({ data }) => {
    answered = true
    if (!isOver) read(new Uint8Array(data as ArrayBuffer)).forEach(handlePacket)
  }
  socket.onclose = () => end(true)
  socket.onerror = () => end(true)
  return { sendHeartbeat, close: () => end(false) }
}

function handleNotice(payload: string, { onNotice }: ConnectionHandlers): void {
  const notice = readChangeNotice(payload)
  if (notice) onNotice(notice)
}

function openSocket(url: string, protocol: string): WebSocket {
  return new WebSocket(url, protocol)
}
