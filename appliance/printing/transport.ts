/** The one interface to a printer's wire; which wire it is stands in the printer's address. */
import type { OpenLink } from "./link.ts"
import { openDeviceFile } from "./open-device-file.ts"
import { openSerial } from "./open-serial.ts"
import { openTcp } from "./open-tcp.ts"
import type { Address } from "./read-printer-spec.ts"

export function transportTo(address: Address): OpenLink {
  if (address.kind === "tcp") return (events) => openTcp(address, events)
  if (address.kind === "serial") return (events) => openSerial(address, events)
  return (events) => openDeviceFile(address, events)
}
