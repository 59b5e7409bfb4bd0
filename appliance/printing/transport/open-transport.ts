/** Opens the link to a printer; its address says over what. */
import type { Address } from "../discovery/read-printer-spec.ts"
import { openDeviceFile } from "./open-device-file.ts"
import { openSerial } from "./open-serial.ts"
import { openTcp } from "./open-tcp.ts"
import type { OpenLink } from "./transport.ts"

export function transportTo(address: Address): OpenLink {
  if (address.kind === "tcp") return (events) => openTcp(address, events)
  if (address.kind === "serial") return (events) => openSerial(address, events)
  return (events) => openDeviceFile(address, events)
}
