/** Which addresses lie in the open internet: checked on what a name resolves to, at the moment of connecting. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** IPv4 that is loopback, private, link-local, shared, reserved or for documentation (RFC 6890 and its kin). */
const INSIDE_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const

/** The only IPv6 that is given out; everything else (mapped, NAT64, unique local, link-local, multicast) is inside. */
const GIVEN_OUT_V6 = ["2000::", 3] as const
/** Within it: Teredo and other special ones, documentation, 6to4, which carries an IPv4 address. */
const INSIDE_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const

const insideV4 = listOf(INSIDE_V4, "ipv4")
const insideV6 = listOf(INSIDE_V6, "ipv6")
const givenOutV6 = listOf([GIVEN_OUT_V6], "ipv6")

/** A connection was refused before it was opened, because it would have gone inside. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress"
}

/** Of an address as text, without brackets; a text that is no address is not public. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !insideV4.check(address, "ipv4")
  return kind === 6 && givenOutV6.check(address, "ipv6") && !insideV6.check(address, "ipv6")
}

/** Throws for a host that is itself an address of the inside: those are never looked up. */
export function checkHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw insideError(host, host)
}

/** What `node:dns` answers when it is asked for every address of a name. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Looks a name up and answers only if every address of it is public: for `http.Agent`, so it is the address that is connected to. */
export function createPublicLookup(lookupAll: LookupAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      const inside = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
      callBack(callback, options, inside ? insideError(hostname, inside.address) : error, addresses)
    })
  }
}

/** The same, whatever the addresses are. */
export function createLookup(lookupAll: LookupAll): LookupFunction {
  return (hostname, options, callback) =>
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => callBack(callback, options, error, addresses))
}

function callBack(
  callback: Parameters<LookupFunction>[2],
  options: LookupOptions,
  error: NodeJS.ErrnoException | null,
  addresses: LookupAddress[],
): void {
  // With an error there are none.
  if (error) callback(error, "", 0)
  else if (options.all) callback(null, addresses)
  else callback(null, addresses[0]?.address ?? "", addresses[0]?.family ?? 0)
}

function insideError(host: string, address: string): PrivateAddress {
  const at = host === address ? address : `${host} (${address})`
  return new PrivateAddress(`${at} is not an address of the open internet`)
}

function listOf(nets: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}
