/** Connections whose caller has not logged in yet: so many in all, so many of one address, and whoever is silent makes room. */
import { isIPv6 } from "node:net"

const MAPPED = "::ffff:"
const GROUPS = 8
/** Of an IPv6 address, what its network is; the rest of it anybody may choose. */
const NETWORK_GROUPS = 4

interface Stranger {
  destroy(): unknown
}

interface UnauthenticatedLimits {
  readonly all: number
  readonly ofOneAddress: number
}

export interface UnauthenticatedConnections<One extends Stranger> {
  /** A newcomer always gets in; who makes room for it is put out. */
  take(one: One, address: string | undefined): void
  /** It has said something: others make room before it does. */
  heard(one: One): void
  /** It has logged in, or has gone. */
  forget(one: One): void
  putOutAll(): void
  count(): number
}

/**
 * A login takes milliseconds, so whoever has been silent longest most probably never logs in. Room is made by the address that has
 * most strangers: nobody can take another's place by coming often.
 */
export function createUnauthenticatedConnections<One extends Stranger>(
  max: UnauthenticatedLimits,
): UnauthenticatedConnections<One> {
  /** Whoever has been silent longest stands first. */
  const byNetwork = new Map<string, Set<One>>()
  const networks = new Map<One, string>()
  const forget = (one: One) => {
    const network = networks.get(one)
    const those = network === undefined ? undefined : byNetwork.get(network)
    networks.delete(one)
    those?.delete(one)
    if (network !== undefined && those?.size === 0) byNetwork.delete(network)
  }
  const putOutFirst = (those: Set<One>) => {
    for (const one of those) {
      forget(one)
      one.destroy()
      return
    }
  }
  const fullest = () => [...byNetwork.values()].reduce((a, b) => (b.size > a.size ? b : a))
  return {
    take(one, address) {
      const network = networkOf(address ?? "")
      const those = byNetwork.get(network) ?? new Set()
      if (those.size >= max.ofOneAddress) putOutFirst(those)
      else if (networks.size >= max.all) putOutFirst(fullest())
      byNetwork.set(network, those.add(one))
      networks.set(one, network)
    },
    heard(one) {
      const those = byNetwork.get(networks.get(one) ?? "")
      if (those?.delete(one)) those.add(one)
    },
    forget,
    putOutAll() {
      for (const those of byNetwork.values()) while (those.size > 0) putOutFirst(those)
    },
    count: () => networks.size,
  }
}

/** An IPv4 address as it is; of an IPv6 address its first half. */
export function networkOf(address: string): string {
  if (address.startsWith(MAPPED) && address.includes(".")) return address.slice(MAPPED.length)
  if (!isIPv6(address)) return address
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? []
  const groups = head.split(":").filter(Boolean)
  const missing = tail === undefined ? 0 : GROUPS - groups.length - tail.split(":").filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ?? "").split(":").filter(Boolean)]
  return all.slice(0, NETWORK_GROUPS).join(":")
}
