/** Lowers messages of QoS 2 to the QoS that a client was granted. aedes itself does so only for filters without wildcards. */
import type { AedesPublishPacket, Client, Subscription } from "aedes"

export interface GrantedQos {
  note(client: Client, subscription: Subscription): Subscription
  forget(client: Client, filters: readonly string[]): void
  /** The packet with the QoS for this client. */
  apply(client: Client, packet: AedesPublishPacket): AedesPublishPacket
}

export function createGrantedQos(): GrantedQos {
  const granted = new WeakMap<Client, Map<string, number>>()
  return {
    note(client, subscription) {
      const filters = granted.get(client) ?? new Map<string, number>()
      granted.set(client, filters.set(subscription.topic, subscription.qos))
      return subscription
    },
    forget(client, filters) {
      for (const filter of filters) granted.get(client)?.delete(filter)
    },
    apply(client, packet) {
      if (packet.qos < 2) return packet
      const matching = [...(granted.get(client) ?? [])].filter(([filter]) => matchesFilter(filter, packet.topic))
      return matching.every(([, qos]) => qos < 2) ? { ...packet, qos: 1 } : packet
    },
  }
}

function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split("/")
  const segments = topic.split("/")
  const length = wanted.at(-1) === "#" ? wanted.length - 1 : segments.length
  return (
    (wanted.at(-1) === "#" || wanted.length === segments.length) &&
    wanted.slice(0, length).every((segment, index) => segment === "+" || segment === segments[index])
  )
}
