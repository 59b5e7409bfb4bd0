/** Limits connections that have not logged in, in total and per network address, by closing those that have been silent longest. */
import { isIPv6 } from "node:net"

const MAPPED = "::ffff:"
const GROUPS = 8
/** The groups of an IPv6 address that identify its network; a client can choose the others. */
const NETWORK_GROUPS = 4

interface Closable {
  destroy(): unknown
}

interface UnauthenticatedLimits {
  readonly all: number
  readonly perAddress: number
}

export interface UnauthenticatedConnections<One extends Closable> {
  /** Adds a connection; closes another one if there are too many. */
  add(one: One, address: string | undefined): void
  /** The connection has sent something, so others are closed before it. */
  touch(one: One): void
  /** The connection has logged in or is closed. */
  forget(one: One): void
  closeAll(): void
  count(): number
}

/**
 * A login takes milliseconds, so a connection that has been silent longest probably never logs in. If there are too many in total, the
 * address with the most connections loses one, so that one address cannot displace others.
 */
export function createUnauthenticatedConnections<One extends Closable>(
  max: UnauthenticatedLimits,
): UnauthenticatedConnections<One> {
  /** In each set the connection that has been silent longest is first. */
  const byNetwork = new Map<string, Set<One>>()
  const networks = new Map<One, string>()
  const forget = (one: One) => {
    const network = networks.get(one)
    const group = network === undefined ? undefined : byNetwork.get(network)
    networks.delete(one)
    group?.delete(one)
    if (network !== undefined && group?.size === 0) byNetwork.delete(network)
  }
  const closeFirst = (group: Set<One>) => {
    for (const one of group) {
      forget(one)
      one.destroy()
      return
    }
  }
  const fullest = () => [...byNetwork.values()].reduce((a, b) => (b.size > a.size ? b : a))
  return {
    add(one, address) {
      const network = networkOf(address ?? "")
      const group = byNetwork.get(network) ?? new Set()
      if (group.size >= max.perAddress) closeFirst(group)
      else if (networks.size >= max.all) closeFirst(fullest())
      byNetwork.set(network, group.add(one))
      networks.set(one, network)
    },
    touch(one) {
      const group = byNetwork.get(networks.get(one) ?? "")
      if (group?.delete(one)) group.add(one)
    },
    forget,
    closeAll() {
      for (const group of byNetwork.values()) while (group.size > 0) closeFirst(group)
    },
    count: () => networks.size,
  }
}

/** The whole IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (address.startsWith(MAPPED) && address.includes(".")) return address.slice(MAPPED.length)
  if (!isIPv6(address)) return address
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? []
  const groups = head.split(":").filter(Boolean)
  const missing = tail === undefined ? 0 : GROUPS - groups.length - tail.split(":").filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ?? "").split(":").filter(Boolean)]
  return all.slice(0, NETWORK_GROUPS).join(":")
}
