/** Under which address the store's screens find the box: as configured, else its first address on a private network. */
import { networkInterfaces } from "node:os"
import { nameIn } from "../../runtime/http/own-page.ts"

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

interface LanUrlWish {
  /** What the operator says, such as a name of the local network. */
  readonly publicUrl: string | null
  /** The address that the box listens on. */
  readonly host: string
  readonly port: number
}

export function lanUrl({ publicUrl, host, port }: LanUrlWish, addresses: () => string[] = ownAddresses): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, "")
  const isOpen = host === "0.0.0.0" || host === "::"
  const all = isOpen ? addresses() : [host]
  const own = all.find((address) => PRIVATE.test(address)) ?? all[0] ?? "127.0.0.1"
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}`
}

/** The names, beside its addresses, by which a page may ask the box before it has a key. */
export function hostNames(publicUrl: string | null): string[] {
  const name = publicUrl === null ? null : nameIn(publicUrl)
  return name === null ? [] : [name]
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((rows) => rows ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
}
