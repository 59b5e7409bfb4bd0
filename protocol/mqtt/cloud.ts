/** The channels between a store's box and the hub. */
import { Ack, Command, Down, Notification, Presence, Pull, Reply, Up } from "../sync/messages.ts"
import { channel, type Party } from "./channel.ts"

type CloudKind = "store" | "hub"

const STORE = ["store"] as const
const HUB = ["hub"] as const

export const up = channel({
  name: "up",
  pattern: "brasa/v1/{storeId}/up",
  message: Up,
  from: STORE,
  to: HUB,
  summary: "A batch of the store's outbox.",
})

export const ack = channel({
  name: "ack",
  pattern: "brasa/v1/{storeId}/ack",
  message: Ack,
  from: HUB,
  to: STORE,
  summary: "What the hub has committed of the store's log; sent after the commit.",
})

export const pull = channel({
  name: "pull",
  pattern: "brasa/v1/{storeId}/pull",
  message: Pull,
  from: STORE,
  to: HUB,
  summary: "The store asks for what follows its watermark, and so acknowledges what came before.",
})

export const down = channel({
  name: "down",
  pattern: "brasa/v1/{storeId}/down",
  message: Down,
  from: HUB,
  to: STORE,
  summary: "The answer to a pull.",
})

export const notify = channel({
  name: "poke",
  pattern: "brasa/v1/{storeId}/poke",
  message: Notification,
  from: HUB,
  to: STORE,
  summary: "The hub has something; it may be lost, the store polls as well.",
})

export const command = channel({
  name: "command",
  pattern: "brasa/v1/{storeId}/command",
  message: Command,
  from: HUB,
  to: STORE,
  summary: "A write for an order that is at home in the store.",
})

export const reply = channel({
  name: "reply",
  pattern: "brasa/v1/{storeId}/reply/{hubId}",
  message: Reply,
  from: STORE,
  to: HUB,
  summary: "The store's answer to a command, to the hub process that asked.",
})

export const state = channel({
  name: "state",
  pattern: "brasa/v1/{storeId}/state",
  message: Presence,
  from: STORE,
  to: HUB,
  summary: "Birth and last will.",
})

export const cloudChannels = [up, ack, pull, down, notify, command, reply, state] as const

export function storeParty(storeId: string): Party<CloudKind> {
  return { kind: "store", params: { storeId } }
}

/** One hub process. Only it receives the replies to its commands. */
export function hubParty(hubId: string): Party<CloudKind> {
  return { kind: "hub", params: { hubId } }
}

export function storeClientId(storeId: string): string {
  return `store:${storeId}`
}

export function hubClientId(hubId: string): string {
  return `hub:${hubId}`
}
