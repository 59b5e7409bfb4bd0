/** Opens the link to a printer, also where it is now plugged in elsewhere: the box finds the printer by the identity that it saved. */
import type { Database } from "better-sqlite3"
import type { Clock } from "../../../runtime/clock.ts"
import { quietly } from "../../storage/index.ts"
import { transportTo } from "../transport/open-transport.ts"
import type { Link, LinkEvents, OpenLink } from "../transport/transport.ts"
import { addressOf, type DevicePaths, identityAt, LINUX } from "./device-identity.ts"
import { findIdentity, findOwners, saveIdentity } from "./printer-identity-store.ts"
import type { Address, PrinterSpec } from "./read-printer-spec.ts"

interface FollowDeps {
  readonly db: Database
  readonly clock: Clock
  readonly spec: Pick<PrinterSpec, "id" | "address">
  /** Whether the box still has a printer with this id. */
  isPrinter(printerId: string): boolean
  readonly paths?: DevicePaths
}

export function followIdentity({ db, clock, spec, isPrinter, paths = LINUX }: FollowDeps): OpenLink {
  return async (events) => {
    const known = findIdentity(db, spec.id)
    const { link, address } = await openFirst(addressesOf(spec.address, known, paths), events)
    const identity = identityAt(address, paths)
    const others = identity === null ? [] : findOwners(db, identity).filter((id) => id !== spec.id && isPrinter(id))
    if (others.length > 0) {
      await link.close()
      throw new Error(`the printer at ${spec.id} is the one of ${others[0]}`)
    }
    // On a full disk the printer still prints; its identity is saved when it is opened again.
    if (identity !== null && identity !== known) {
      quietly(() => saveIdentity(db, { printerId: spec.id, identity, now: clock.iso() }))
    }
    return link
  }
}

/** Its own address first, unless another printer is there now and the known one is elsewhere. */
function addressesOf(own: Address, known: string | null, paths: DevicePaths): Address[] {
  if (known === null) return [own]
  const here = identityAt(own, paths)
  if (here === known) return [own]
  const elsewhere = addressOf(known, own, paths)
  if (elsewhere === null) return [own]
  return here === null ? [own, elsewhere] : [elsewhere]
}

async function openFirst(
  addresses: readonly Address[],
  events: LinkEvents,
): Promise<{ readonly link: Link; readonly address: Address }> {
  let lastError: unknown
  for (const address of addresses) {
    try {
      return { link: await transportTo(address)(events), address }
    } catch (error) {
      lastError = error
    }
  }
  throw lastError
}
