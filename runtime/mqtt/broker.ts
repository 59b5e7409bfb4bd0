/** An embedded MQTT 3.1.1 broker (aedes). A client logs in as a party, and each party may use only its own topics. */
import { createServer, type Server, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Aedes, type AedesOptions, type AuthenticateError, type Client, type ConnectPacket } from "aedes"
import mqemitter from "mqemitter"
import type { Access } from "../../protocol/mqtt/access.ts"
import type { Party } from "../../protocol/mqtt/channel.ts"
import type { Log } from "../log.ts"
import { createUnauthenticatedConnections, type UnauthenticatedConnections } from "../unauthenticated-connections.ts"
import { createGrantedQos, type GrantedQos } from "./granted-qos.ts"
import { createNewestOfLogin, type NewestOfLogin } from "./limit-connections.ts"
import { meterPackets } from "./packet-meter.ts"

/** A subscriber that reads too slowly for this long is disconnected, because the others wait for it. The largest body passes 300 kbit/s in this time. */
const DRAIN_TIMEOUT_MS = 30_000
/** A client sends its login with the first bytes, so this is enough over a slow network too. */
const LOGIN_TIMEOUT_MS = 5_000
/** A client that sends nothing for this long is disconnected, also one with a longer keep-alive or none: a broken connection would stay open for ever. */
const IDLE_LIMIT_MS = 600_000
/** MQTT grants a client one and a half times its keep-alive. */
const KEEPALIVE_GRACE = 1.5
const CLIENT_ID_MAX = 128
const CONCURRENCY_MAX = 200
const BAD_LOGIN = 4
/** Bytes of a packet besides its payload: topic, login, topic of the last will. */
export const PACKET_EXTRA_BYTES = 4096
/**
 * Share of the unauthenticated connections that one address may have. After a restart all clients come back at once, and many of them
 * may share the address of a NAT or proxy. An idle connection costs about 6 KB.
 */
const ONE_ADDRESS_SHARE = 0.5

export interface Login {
  readonly clientId: string
  readonly username: string
  readonly password: string
}

interface BrokerOptions {
  /** Returns the party of a login, or null for a wrong login. A client id that does not belong to the party is a wrong login. */
  readonly authenticate: (login: Login) => Promise<Party | null> | Party | null
  readonly access: Access
  readonly payloadMaxBytes: number
  readonly connectionsMax: number
  /** Per username. The oldest connection is closed when there would be more. */
  readonly connectionsOfLoginMax: number
  /** For tests, which wait less. */
  readonly loginTimeoutMs?: number
  readonly idleLimitMs?: number
  readonly log: Log
}

export interface Broker {
  /** Listens on TCP and returns the port, which the system chooses for port 0. Closes the broker if it fails. */
  listen(host: string, port: number): Promise<number>
  /** Adds a connection that was accepted elsewhere, such as a WebSocket, with the address of its client. */
  accept(stream: Duplex, address: string | undefined): void
  /** Publishes with QoS 1, not retained. Resolves when the message was passed to the subscribers. */
  publish(topic: string, payload: string): Promise<void>
  /** Subscribes inside this process. */
  subscribe(filter: string, onMessage: MessageListener): Promise<void>
  connections(): number
  /** Closes a client's connection, if it has one. */
  disconnect(clientId: string): void
  /** Closes the connection of each client whose id matches. */
  disconnectAll(matches: (clientId: string) => boolean): void
  close(): Promise<void>
}

/** What the callbacks of one broker share. */
interface BrokerState {
  readonly options: BrokerOptions
  readonly parties: WeakMap<Client, Party>
  readonly granted: GrantedQos
  readonly newest: NewestOfLogin
  readonly unauthenticated: UnauthenticatedConnections<Duplex>
  readonly servers: Server[]
  readonly connections: Set<Duplex>
  /** The connected client of each client id. */
  readonly clients: Map<string, Client>
}

export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { connectionsMax, connectionsOfLoginMax, log } = options
  const state: BrokerState = {
    options,
    parties: new WeakMap(),
    granted: createGrantedQos(),
    newest: createNewestOfLogin(connectionsOfLoginMax),
    unauthenticated: createUnauthenticatedConnections<Duplex>({
      all: connectionsMax,
      perAddress: Math.ceil(connectionsMax * ONE_ADDRESS_SHARE),
    }),
    servers: [],
    connections: new Set(),
    clients: new Map(),
  }
  const aedes: Aedes = await Aedes.createBroker({
    mq: restampingEmitter(),
    concurrency: CONCURRENCY_MAX,
    connectTimeout: options.loginTimeoutMs ?? LOGIN_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxClientsIdLength: CLIENT_ID_MAX,
    preConnect: (client, packet, done) => {
      limitSession(packet, options.idleLimitMs ?? IDLE_LIMIT_MS)
      state.unauthenticated.touch(client.conn)
      if (aedes.connectedClients < connectionsMax) done(null, true)
      else done(new Error("the broker has its maximum of connections"), false)
    },
    ...accessRules(state),
  })
  trackClients(aedes, state)
  aedes.on("clientError", (client, error) => log.debug({ clientId: client.id, err: error }, "a client failed"))
  aedes.on("connectionError", (_client, error) => log.debug({ err: error }, "a connection failed"))
  return brokerOf(aedes, state)
}

/** Who may log in, publish and subscribe, and with which QoS. */
function accessRules({ options, parties, granted, newest }: BrokerState) {
  const { access, authenticate, log, payloadMaxBytes } = options
  return {
    authenticate: (client, username, password, done) => {
      const login = { clientId: client.id, username: username ?? "", password: password?.toString() ?? "" }
      Promise.resolve(authenticate(login)).then(
        (party) => {
          if (!party) return done(wrongLogin(), false)
          parties.set(client, party)
          newest.note(client, login.username)
          done(null, true)
        },
        (error) => {
          log.error({ err: error, clientId: client.id }, "a login could not be checked")
          done(wrongLogin(), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const party = client && parties.get(client)
      const isAllowed = party && packet.payload.length <= payloadMaxBytes && access.mayPublish(party, packet.topic)
      // Without a client, the process itself publishes.
      if (client && !isAllowed) {
        log.warn({ clientId: client.id, topic: packet.topic }, "a client may not publish to this topic")
        return done(new Error("not allowed"))
      }
      // The broker has no disk: it would lose a retained message at a restart.
      packet.retain = false
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const party = parties.get(client)
      const isAllowed = party !== undefined && access.maySubscribe(party, subscription.topic)
      if (!isAllowed)
        log.warn({ clientId: client.id, topic: subscription.topic }, "a client may not subscribe to this topic")
      done(null, isAllowed ? granted.note(client, subscription) : null)
    },
    authorizeForward: granted.apply,
  } satisfies AedesOptions
}

function trackClients(aedes: Aedes, { clients, granted, newest, unauthenticated }: BrokerState): void {
  // Not "clientReady": that comes after the client has its answer, and a client disconnected in between would stay.
  aedes.on("client", (client) => {
    newest.connected(client)
    unauthenticated.forget(client.conn)
    clients.set(client.id, client)
  })
  aedes.on("clientDisconnect", (client) => {
    newest.disconnected(client)
    if (clients.get(client.id) === client) clients.delete(client.id)
  })
  aedes.on("unsubscribe", (filters, client) => granted.forget(client, filters))
}

function brokerOf(aedes: Aedes, state: BrokerState): Broker {
  const { clients } = state
  return {
    listen: (host, port) => listen(aedes, state, { host, port }),
    accept: (stream, address) => accept(aedes, state, { stream, address }),
    publish: (topic, payload) => publish(aedes, topic, payload),
    subscribe: (filter, onMessage) => subscribe(aedes, filter, onMessage),
    connections: () => aedes.connectedClients,
    disconnect: (clientId) => clients.get(clientId)?.close(),
    disconnectAll(matches) {
      for (const [clientId, client] of clients) if (matches(clientId)) client.close()
    },
    close: () => close(aedes, state),
  }
}

async function listen(aedes: Aedes, state: BrokerState, { host, port }: { host: string; port: number }) {
  const server = createServer((socket: Socket) =>
    accept(aedes, state, { stream: socket.setNoDelay(true), address: socket.remoteAddress }),
  )
  state.servers.push(server)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    // The broker's timers would keep a process alive that has reported the error and wants to end.
    await close(aedes, state)
    throw error
  }
  const address = server.address()
  return typeof address === "object" && address ? address.port : port
}

interface Incoming {
  readonly stream: Duplex
  readonly address: string | undefined
}

function accept(aedes: Aedes, { options, connections, unauthenticated }: BrokerState, { stream, address }: Incoming) {
  unauthenticated.add(stream, address)
  connections.add(stream)
  meterPackets(stream, options.payloadMaxBytes + PACKET_EXTRA_BYTES)
  stream.once("close", () => {
    unauthenticated.forget(stream)
    connections.delete(stream)
  })
  stream.on("error", () => stream.destroy())
  aedes.handle(stream)
}

function publish(aedes: Aedes, topic: string, payload: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const packet = { cmd: "publish", topic, payload, qos: 1, retain: false, dup: false } as const
    aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
  })
}

type MessageListener = (topic: string, payload: Uint8Array) => void

function subscribe(aedes: Aedes, filter: string, onMessage: MessageListener): Promise<void> {
  return new Promise((resolve) => {
    const deliver = (packet: { topic: string; payload: Buffer | string }, done: () => void) => {
      onMessage(packet.topic, typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload)
      done()
    }
    aedes.subscribe(filter, deliver, () => resolve())
  })
}

async function close(aedes: Aedes, { servers, connections }: BrokerState): Promise<void> {
  for (const server of servers) server.close()
  await new Promise<void>((resolve) => aedes.close(() => resolve()))
  for (const connection of connections) connection.destroy()
}

/**
 * aedes drops a packet whose counter is lower than the last one that the subscriber got, but it can reorder packets of different QoS.
 * Numbering packets again at delivery avoids lost messages. It is safe because we allow only clean sessions.
 */
function restampingEmitter() {
  const emitter = mqemitter({ concurrency: CONCURRENCY_MAX })
  const emit = emitter.emit.bind(emitter)
  let counter = 0
  emitter.emit = (message, done) => {
    counter += 1
    message.brokerCounter = counter
    return emit(message, done)
  }
  return emitter
}

/** Allows only clean sessions, because what must not be lost is in a database, and disconnects a silent client after the idle limit. */
function limitSession(packet: ConnectPacket, idleLimitMs: number): void {
  const most = idleLimitMs / 1_000 / KEEPALIVE_GRACE
  packet.clean = true
  packet.keepalive = packet.keepalive ? Math.min(packet.keepalive, most) : most
}

function wrongLogin(): AuthenticateError {
  return Object.assign(new Error("wrong login"), { returnCode: BAD_LOGIN })
}
