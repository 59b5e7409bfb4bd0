/** The address of the box for the store's screens: the configured one, otherwise its first private address. */
import { networkInterfaces } from "node:os"
import { nameIn } from "../../runtime/http/own-page.ts"

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

interface LanUrlOptions {
  /** An address that the operator configured. */
  readonly publicUrl: string | null
  /** The address that the box listens on. */
  readonly host: string
  readonly port: number
}

export function lanUrl({ publicUrl, host, port }: LanUrlOptions, addresses: () => string[] = ownAddresses): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, "")
  const isOpen = host === "0.0.0.0" || host === "::"
  const all = isOpen ? addresses() : [host]
  const address = all.find((candidate) => PRIVATE.test(candidate)) ?? all[0] ?? "127.0.0.1"
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`
}

/** Host names, besides the box's addresses, that a page without a key may use. */
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
