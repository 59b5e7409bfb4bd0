/** Encodes and decodes the MQTT 3.1.1 packets that a screen needs: connect, subscribe, publish, ping. Pure. */

const CONNECT = 0x10
const CONNACK = 0x20
const PUBLISH = 0x30
const SUBSCRIBE = 0x82
const SUBACK = 0x90
const PINGREQ = 0xc0
const PINGRESP = 0xd0
const PROTOCOL_LEVEL = 4
/** Clean session, with user name, password and a last will. */
const CONNECT_FLAGS = 0xc6
const QOS_0 = 0
const REFUSED = 0x80

export interface Login {
  readonly clientId: string
  readonly username: string
  readonly password: string
  readonly keepAliveSeconds: number
  /** The last will: the broker publishes it when the connection breaks. */
  readonly will: MqttMessage
}

interface MqttMessage {
  readonly topic: string
  readonly payload: string
}

export type Packet =
  | { readonly type: "connack"; readonly accepted: boolean }
  | { readonly type: "suback"; readonly accepted: boolean }
  | { readonly type: "publish"; readonly topic: string; readonly payload: string }
  | { readonly type: "pong" }
  | { readonly type: "other" }

export function connectPacket({
  clientId,
  username,
  password,
  keepAliveSeconds,
  will,
}: Login): Uint8Array<ArrayBuffer> {
  const head = [...text("MQTT"), PROTOCOL_LEVEL, CONNECT_FLAGS, ...word(keepAliveSeconds)]
  const last = [...text(will.topic), ...text(will.payload)]
  return packet(CONNECT, [...head, ...text(clientId), ...last, ...text(username), ...text(password)])
}

export function subscribePacket(id: number, topic: string): Uint8Array<ArrayBuffer> {
  return packet(SUBSCRIBE, [...word(id), ...text(topic), QOS_0])
}

/** QoS 0, because a lost heartbeat is followed by the next one. */
export function publishPacket({ topic, payload }: MqttMessage): Uint8Array<ArrayBuffer> {
  return packet(PUBLISH, [...text(topic), ...new TextEncoder().encode(payload)])
}

export function pingPacket(): Uint8Array<ArrayBuffer> {
  return packet(PINGREQ, [])
}

/** Takes bytes in pieces of any size and returns the complete packets. Throws if they are not MQTT. */
export function createPacketReader(): (bytes: Uint8Array) => Packet[] {
  let rest: Uint8Array = new Uint8Array(0)
  return (bytes) => {
    rest = joined(rest, bytes)
    const packets: Packet[] = []
    for (let size = sizeOf(rest); size !== null; size = sizeOf(rest)) {
      packets.push(read(rest[0] ?? 0, rest.subarray(size.begin, size.end)))
      rest = rest.slice(size.end)
    }
    return packets
  }
}

function read(head: number, body: Uint8Array): Packet {
  switch (head & 0xf0) {
    case CONNACK:
      return { type: "connack", accepted: body[1] === 0 }
    case SUBACK & 0xf0:
      return { type: "suback", accepted: (body[2] ?? REFUSED) < REFUSED }
    case PUBLISH:
      return readPublish(head, body)
    case PINGRESP:
      return { type: "pong" }
    default:
      return { type: "other" }
  }
}

function readPublish(head: number, body: Uint8Array): Packet {
  const length = ((body[0] ?? 0) << 8) | (body[1] ?? 0)
  const withId = (head & 0x06) !== 0
  const payload = body.subarray(2 + length + (withId ? 2 : 0))
  const decoder = new TextDecoder()
  return { type: "publish", topic: decoder.decode(body.subarray(2, 2 + length)), payload: decoder.decode(payload) }
}

/** Begin and end of the first packet's body; null while it is incomplete. */
function sizeOf(bytes: Uint8Array): { begin: number; end: number } | null {
  let size = 0
  for (let at = 1; at < bytes.length; at++) {
    const digit = bytes[at] ?? 0
    size += (digit & 0x7f) * 128 ** (at - 1)
    if (digit < 128) return bytes.length >= at + 1 + size ? { begin: at + 1, end: at + 1 + size } : null
    if (at === 4) throw new Error("this is no MQTT")
  }
  return null
}

function packet(head: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const size: number[] = []
  for (let left = body.length; size.length === 0 || left > 0; left = Math.floor(left / 128))
    size.push((left % 128) | (left >= 128 ? 128 : 0))
  return Uint8Array.from([head, ...size, ...body])
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value)
  return [...word(bytes.length), ...bytes]
}

function word(value: number): [number, number] {
  return [value >> 8, value & 0xff]
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
