/** An embedded MQTT 3.1.1 broker (aedes) that trusts nobody: a login is a party, and a party has its own topics. */
import { createServer, type Server, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Aedes, type AuthenticateError, type Client, type ConnectPacket } from "aedes"
import mqemitter from "mqemitter"
import type { Access } from "../../protocol/mqtt/access.ts"
import type { Party } from "../../protocol/mqtt/channel.ts"
import type { Log } from "../log.ts"
import { createUnauthenticatedConnections, type UnauthenticatedConnections } from "../unauthenticated-connections.ts"
import { createGrantedQos } from "./granted-qos.ts"
import { createNewestOfLogin } from "./limit-connections.ts"
import { meterPackets } from "./packet-meter.ts"

/** How long a subscriber may be slow before it is cut: it must not hold the others. The largest body passes a line of 300 kbit/s in this time. */
const DRAIN_TIMEOUT_MS = 30_000
/** Who has connected has its login ready: it comes with the first bytes, over a slow line too. */
const LOGIN_TIMEOUT_MS = 5_000
/** A client that sends nothing for this long is disconnected, whatever keep-alive it asked for, 0 too: a broken line would stay for ever. */
const IDLE_LIMIT_MS = 600_000
/** MQTT grants a client one and a half times its keep-alive. */
const KEEPALIVE_GRACE = 1.5
const CLIENT_ID_MAX = 128
const CONCURRENCY_MAX = 200
const BAD_LOGIN = 4
/** Of a packet beside its payload: topic, login, last will's topic. */
export const PACKET_EXTRA_BYTES = 4096
/**
 * After a restart all who may be connected come back at once, and behind one NAT or proxy many of them have one address: as many may
 * be about to log in, and half as many of one address. A silent connection costs some 6 KB.
 */
const OF_ONE_ADDRESS = 0.5

export interface Login {
  readonly clientId: string
  readonly username: string
  readonly password: string
}

export interface BrokerOptions {
  /** The party of a login, null for a wrong one. A client id that is not the party's own is a wrong login. */
  readonly authenticate: (login: Login) => Promise<Party | null> | Party | null
  readonly access: Access
  readonly payloadMaxBytes: number
  readonly connectionsMax: number
  /** Of one username: the newest stay. */
  readonly connectionsOfLoginMax: number
  /** Tests wait less. */
  readonly loginTimeoutMs?: number
  readonly idleLimitMs?: number
  readonly log: Log
}

export interface Broker {
  /** Listens on TCP; answers the port, which the system chose if 0 was asked for. A broker that cannot is closed. */
  listen(host: string, port: number): Promise<number>
  /** Takes a connection that came by another door, such as a WebSocket, and the address that it came from. */
  accept(stream: Duplex, address: string | undefined): void
  /** Publishes with QoS 1, never retained: one kind of delivery per subscriber. Resolves when it is handed to the subscribers. */
  publish(topic: string, payload: string): Promise<void>
  /** Listens inside the process. */
  subscribe(filter: string, listen: (topic: string, payload: Uint8Array) => void): Promise<void>
  connections(): number
  /** Ends a client's connection, if it has one. */
  disconnect(clientId: string): void
  /** The same for each client whose id is meant. */
  disconnectAll(isMeant: (clientId: string) => boolean): void
  close(): Promise<void>
}

export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const parties = new WeakMap<Client, Party>()
  const granted = createGrantedQos()
  const { connectionsMax, connectionsOfLoginMax } = options
  const newest = createNewestOfLogin(connectionsOfLoginMax)
  const strangers = createUnauthenticatedConnections<Duplex>({
    all: connectionsMax,
    ofOneAddress: Math.ceil(connectionsMax * OF_ONE_ADDRESS),
  })
  const aedes = await Aedes.createBroker({
    mq: restampingEmitter(),
    concurrency: CONCURRENCY_MAX,
    connectTimeout: options.loginTimeoutMs ?? LOGIN_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxClientsIdLength: CLIENT_ID_MAX,
    preConnect: (client, packet, done) => {
      limitSession(packet, options.idleLimitMs ?? IDLE_LIMIT_MS)
      strangers.heard(client.conn)
      if (aedes.connectedClients < connectionsMax) done(null, true)
      else done(new Error("no more may be connected"), false)
    },
    authenticate: (client, username, password, done) => {
      const login = { clientId: client.id, username: username ?? "", password: password?.toString() ?? "" }
      Promise.resolve(options.authenticate(login)).then(
        (party) => {
          if (!party) return done(wrongLogin(), false)
          parties.set(client, party)
          newest.note(client, login.username)
          done(null, true)
        },
        (error) => {
          options.log.error({ err: error, clientId: client.id }, "a login could not be checked")
          done(wrongLogin(), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      if (client && !mayPublish(client, packet.topic, packet.payload.length)) {
        options.log.warn({ clientId: client.id, topic: packet.topic }, "a client may not publish here")
        return done(new Error("not allowed"))
      }
      // What is kept by the broker could be lost by it.
      packet.retain = false
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const party = parties.get(client)
      const allowed = party !== undefined && options.access.maySubscribe(party, subscription.topic)
      if (!allowed) options.log.warn({ clientId: client.id, topic: subscription.topic }, "a client may not listen here")
      done(null, allowed ? granted.note(client, subscription) : null)
    },
    authorizeForward: granted.apply,
  })
  const mayPublish = (client: Client, topic: string, bytes: number) => {
    const party = parties.get(client)
    return party !== undefined && bytes <= options.payloadMaxBytes && options.access.mayPublish(party, topic)
  }
  // Not "clientReady": that comes after the client has its answer.
  aedes.on("client", newest.connected)
  aedes.on("clientDisconnect", newest.disconnected)
  aedes.on("unsubscribe", (filters, client) => granted.forget(client, filters))
  logFailures(aedes, options.log)
  return doorsOf(aedes, options, strangers)
}

function logFailures(aedes: Aedes, log: Log): void {
  aedes.on("clientError", (client, error) => log.debug({ clientId: client.id, err: error }, "a client failed"))
  aedes.on("connectionError", (_client, error) => log.debug({ err: error }, "a connection failed"))
}

function doorsOf(
  aedes: Aedes,
  { payloadMaxBytes }: BrokerOptions,
  strangers: UnauthenticatedConnections<Duplex>,
): Broker {
  const servers: Server[] = []
  const sockets = new Set<Duplex>()
  const clients = new Map<string, Client>()
  // Not "clientReady": that comes after the client has its answer, and whoever is put out in between would stay.
  aedes.on("client", (client) => {
    strangers.forget(client.conn)
    clients.set(client.id, client)
  })
  aedes.on("clientDisconnect", (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id)
  })
  const accept = (stream: Duplex, address: string | undefined) => {
    strangers.take(stream, address)
    sockets.add(stream)
    meterPackets(stream, payloadMaxBytes + PACKET_EXTRA_BYTES)
    stream.once("close", () => {
      strangers.forget(stream)
      sockets.delete(stream)
    })
    stream.on("error", () => stream.destroy())
    aedes.handle(stream)
  }
  const close = async () => {
    for (const server of servers) server.close()
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
  }
  return {
    accept,
    async listen(host, port) {
      const server = createServer((socket: Socket) => accept(socket.setNoDelay(true), socket.remoteAddress))
      servers.push(server)
      try {
        await new Promise<void>((resolve, reject) => {
          server.once("error", reject)
          server.listen(port, host, resolve)
        })
      } catch (error) {
        // Its timers would keep a process that has said what is wrong from ending.
        await close()
        throw error
      }
      const address = server.address()
      return typeof address === "object" && address ? address.port : port
    },
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        const packet = { cmd: "publish", topic, payload, qos: 1, retain: false, dup: false } as const
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    subscribe: (filter, listen) =>
      new Promise((resolve) => {
        const deliver = (packet: { topic: string; payload: Buffer | string }, done: () => void) => {
          listen(packet.topic, typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload)
          done()
        }
        aedes.subscribe(filter, deliver, () => resolve())
      }),
    connections: () => aedes.connectedClients,
    disconnect: (clientId) => clients.get(clientId)?.close(),
    disconnectAll(isMeant) {
      for (const [clientId, client] of clients) if (isMeant(clientId)) client.close()
    },
    close,
  }
}

/**
 * aedes drops a packet whose counter is lower than the last one that a subscriber saw, and its own steps overtake each other by
 * QoS. Counting again at the moment of delivery keeps what was sent; clean sessions, which are all that we allow, lose nothing by it.
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

/** Nothing is kept for a client that is away: what must not be lost lies in a database. A silent one is away after the idle limit. */
function limitSession(packet: ConnectPacket, idleLimitMs: number): void {
  const most = idleLimitMs / 1_000 / KEEPALIVE_GRACE
  packet.clean = true
  packet.keepalive = packet.keepalive ? Math.min(packet.keepalive, most) : most
}

function wrongLogin(): AuthenticateError {
  return Object.assign(new Error("wrong login"), { returnCode: BAD_LOGIN })
}
