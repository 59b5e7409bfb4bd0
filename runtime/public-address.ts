/** Recognises public internet addresses, also of a name at the moment of connecting. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** IPv4 ranges that are loopback, private, link-local, shared, reserved or for documentation (RFC 6890 and others). */
const NOT_PUBLIC_V4 = [
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

/** The only IPv6 range for public addresses; all others (mapped, NAT64, unique local, link-local, multicast) are not public. */
const ALLOCATED_V6 = ["2000::", 3] as const
/** Exceptions in that range: Teredo and other special ones, documentation, and 6to4, which contains an IPv4 address. */
const NOT_PUBLIC_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const

const notPublicV4 = listOf(NOT_PUBLIC_V4, "ipv4")
const notPublicV6 = listOf(NOT_PUBLIC_V6, "ipv6")
const allocatedV6 = listOf([ALLOCATED_V6], "ipv6")

/** A connection was refused because its address is not public. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress"
}

/** `address`: IPv4 or IPv6 without brackets. Any other text is not public. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !notPublicV4.check(address, "ipv4")
  return kind === 6 && allocatedV6.check(address, "ipv6") && !notPublicV6.check(address, "ipv6")
}

/** Throws PrivateAddress for a host that is a non-public IP address, which needs no lookup. */
export function checkHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError(host, host)
}

/** The signature of `dns.lookup` with `all: true`. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A lookup for `http.Agent` that fails unless every address of the name is public. The agent connects to the checked address. */
export function createPublicLookup(lookupAll: LookupAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      const notPublic = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
      callBack(callback, options, notPublic ? privateAddressError(hostname, notPublic.address) : error, addresses)
    })
  }
}

/** A lookup for `http.Agent` without that check. */
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
  // With an error there are no addresses.
  if (error) callback(error, "", 0)
  else if (options.all) callback(null, addresses)
  else callback(null, addresses[0]?.address ?? "", addresses[0]?.family ?? 0)
}

function privateAddressError(host: string, address: string): PrivateAddress {
  const at = host === address ? address : `${host} (${address})`
  return new PrivateAddress(`${at} is not a public internet address`)
}

function listOf(nets: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}
