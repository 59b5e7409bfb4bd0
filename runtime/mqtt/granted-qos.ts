/** The QoS that each client was granted: aedes lowers a message of QoS 2 for a filter without wildcards alone. */
import type { AedesPublishPacket, Client, Subscription } from "aedes"

export interface GrantedQos {
  note(client: Client, subscription: Subscription): Subscription
  forget(client: Client, filters: readonly string[]): void
  /** The message as this client is to receive it. */
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
  const given = topic.split("/")
  const length = wanted.at(-1) === "#" ? wanted.length - 1 : given.length
  return (
    (wanted.at(-1) === "#" || wanted.length === given.length) &&
    wanted.slice(0, length).every((segment, index) => segment === "+" || segment === given[index])
  )
}
