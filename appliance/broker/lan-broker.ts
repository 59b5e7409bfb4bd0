/** The store's own MQTT broker. It notifies screens of changes, over TCP and over WebSocket on the box's HTTP port. */
import type { IncomingMessage, Server } from "node:http"
import { createWebSocketStream, WebSocketServer } from "ws"
import { createAccess } from "../../protocol/mqtt/access.ts"
import { changed, type DeviceHeartbeat, deviceHeartbeat, devicePartyOf, lanChannels } from "../../protocol/mqtt/lan.ts"
import { type Changes, deviceClientId } from "../../protocol/mqtt/lan-changes.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { hostRefusal, refuseSocket } from "../../runtime/http/answer-client-error.ts"
import { isFromOwnPage } from "../../runtime/http/own-page.ts"
import type { AnswerLabels } from "../../runtime/http/spend-limit.ts"
import type { Log } from "../../runtime/log.ts"
import { type Broker, createBroker } from "../../runtime/mqtt/broker.ts"

/** Its path on the HTTP port. */
export const WEBSOCKET_PATH = "/mqtt"
/** Browsers let a page open a WebSocket to any site. */
const FOREIGN_PAGE = refuse("FORBIDDEN", "A page of another site may not open this WebSocket.")
const NO_WEBSOCKET = refuse("VALIDATION_ERROR", "This is not a valid WebSocket request.")
const PAYLOAD_MAX_BYTES = 16 * 1024
export const CONNECTIONS_MAX = 500
/** For the tabs of one screen. The oldest connection is closed for a further one, so that one key cannot use up the others' places. */
export const CONNECTIONS_OF_DEVICE_MAX = 4
/** Changes at one moment make one notification. */
const NUDGE_EVERY_MS = 50
/** The sync state changes with each acknowledgement of the hub, so screens are notified of it less often. */
const SELDOM_MS: Readonly<Record<string, number>> = { hub: 400 }

interface LanBrokerDeps {
  /** The device whose key this is, null for a wrong or revoked one. */
  readonly deviceOf: (key: string) => { readonly deviceId: string } | null
  readonly host: string
  readonly port: number
  /** A screen's heartbeat, or its last will. */
  readonly onBeat?: (deviceId: string, beat: DeviceHeartbeat) => void
  /** Names this start of the box. */
  readonly boot: string
  /** For the headers of a refused WebSocket. */
  readonly labels: AnswerLabels
  readonly log: Log
}

export interface LanBroker {
  start(): Promise<{ port: number }>
  /** Accepts WebSockets on a server that listens already. */
  attach(server: Server): void
  /** Notifies the screens of a change. They read its content over HTTP. */
  notify(what: string): void
  /** How many changes of each kind there have been. */
  changes(): Changes
  /** Ends every connection of a device. */
  disconnect(deviceId: string): void
  stop(): Promise<void>
}

export function createLanBroker(deps: LanBrokerDeps): LanBroker {
  let broker: Broker | null = null
  const { boot } = deps
  const counts = new Map<string, number>()
  const pendingTimers = new Map<string, NodeJS.Timeout>()
  const publishChange = (what: string) => {
    pendingTimers.delete(what)
    broker?.publish(changed.topic({}), changed.encode({ what, seq: counts.get(what) ?? 0, boot })).catch((error) => {
      deps.log.warn({ err: error, what }, "a nudge was not sent")
    })
  }
  return {
    async start() {
      broker = await createBroker({
        authenticate: ({ clientId, username, password }) => {
          const device = deps.deviceOf(password)
          return device?.deviceId === username && isOwnId(clientId, username) ? devicePartyOf(username) : null
        },
        access: createAccess(lanChannels),
        payloadMaxBytes: PAYLOAD_MAX_BYTES,
        connectionsMax: CONNECTIONS_MAX,
        connectionsOfLoginMax: CONNECTIONS_OF_DEVICE_MAX,
        log: deps.log,
      })
      await broker.subscribe(deviceHeartbeat.filter(), (topic, payload) => {
        const { deviceId } = deviceHeartbeat.parse(topic) ?? {}
        const heard = deviceHeartbeat.decode(payload)
        if (deviceId !== undefined && heard.ok) deps.onBeat?.(deviceId, heard.message)
      })
      return { port: await broker.listen(deps.host, deps.port) }
    },
    attach(server) {
      const sockets = new WebSocketServer({ noServer: true, maxPayload: PAYLOAD_MAX_BYTES })
      sockets.on("wsClientError", (_error, socket) => refuseSocket(socket, NO_WEBSOCKET, deps.labels))
      server.on("upgrade", (request, socket, head) => {
        const refusal = refusalOf(request)
        if (refusal) return refuseSocket(socket, refusal, deps.labels)
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened, request))
      })
      sockets.on("connection", (socket, request) => {
        const stream = createWebSocketStream(socket)
        if (broker) broker.accept(stream, request.socket.remoteAddress)
        else stream.destroy()
      })
    },
    notify(what) {
      counts.set(what, (counts.get(what) ?? 0) + 1)
      if (!pendingTimers.has(what))
        pendingTimers.set(what, setTimeout(publishChange, SELDOM_MS[what] ?? NUDGE_EVERY_MS, what))
    },
    changes: () => ({ boot, counts: Object.fromEntries(counts) }),
    disconnect: (deviceId) => broker?.disconnectAll((clientId) => isOwnId(clientId, deviceId)),
    async stop() {
      for (const timer of pendingTimers.values()) clearTimeout(timer)
      pendingTimers.clear()
      await broker?.close()
      broker = null
    },
  }
}

function refusalOf(request: IncomingMessage): Refusal | null {
  const path = (request.url ?? "").split("?")[0] ?? ""
  if (path !== WEBSOCKET_PATH) return refuse("NOT_FOUND", `There is no WebSocket at ${path}.`)
  return hostRefusal(request) ?? (isFromOwnPage(request) ? null : FOREIGN_PAGE)
}

/** The device's own client id, or that with a suffix after a slash, for several tabs. No device id contains a slash. */
function isOwnId(clientId: string, deviceId: string): boolean {
  const own = deviceClientId(deviceId)
  return clientId === own || clientId.startsWith(`${own}/`)
}
