/** Opens the wire to a printer wherever it is plugged in now: the printer that was known before is looked for by its identity. */
import type { Database } from "better-sqlite3"
import type { Clock } from "../../../runtime/clock.ts"
import { quietly } from "../../storage/index.ts"
import { transportTo } from "../transport/open-transport.ts"
import type { Link, LinkEvents, OpenLink } from "../transport/transport.ts"
import { addressOf, type DevicePaths, identityAt, LINUX } from "./device-identity.ts"
import { findIdentity, findOwners, saveIdentity } from "./printer-identity-store.ts"
import type { Address, PrinterSpec } from "./read-printer-spec.ts"

export interface FollowDeps {
  readonly db: Database
  readonly clock: Clock
  readonly spec: Pick<PrinterSpec, "id" | "address">
  /** Whether this box still has such a printer. */
  isPrinter(printerId: string): boolean
  readonly places?: DevicePaths
}

export function followIdentity({ db, clock, spec, isPrinter, places = LINUX }: FollowDeps): OpenLink {
  return async (events) => {
    const known = findIdentity(db, spec.id)
    const { link, address } = await firstOpen(addressesOf(spec.address, known, places), events)
    const identity = identityAt(address, places)
    const others = identity === null ? [] : findOwners(db, identity).filter((id) => id !== spec.id && isPrinter(id))
    if (others.length > 0) {
      await link.close()
      throw new Error(`the printer at ${spec.id} is the one of ${others[0]}`)
    }
    // On a full disk the printer prints all the same; it is remembered at the next opening.
    if (identity !== null && identity !== known) {
      quietly(() => saveIdentity(db, { printerId: spec.id, identity, now: clock.iso() }))
    }
    return link
  }
}

/** Its own address first, unless another printer is there and the known one elsewhere. */
function addressesOf(own: Address, known: string | null, places: DevicePaths): Address[] {
  if (known === null) return [own]
  const here = identityAt(own, places)
  if (here === known) return [own]
  const elsewhere = addressOf(known, own, places)
  if (elsewhere === null) return [own]
  return here === null ? [own, elsewhere] : [elsewhere]
}

async function firstOpen(
  addresses: readonly Address[],
  events: LinkEvents,
): Promise<{ readonly link: Link; readonly address: Address }> {
  let last: unknown
  for (const address of addresses) {
    try {
      return { link: await transportTo(address)(events), address }
    } catch (error) {
      last = error
    }
  }
  throw last
}
