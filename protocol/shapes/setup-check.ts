/** Checks of network, hub and devices at a box's first boot. Each has a cause, which a page translates. */
import Type, { type Static } from "typebox"
import { oneOf } from "./scalars.ts"

export const CHECKS = ["lan", "names", "hub", "mqtt", "clock", "store", "fiscal", "printers", "screens"] as const

/** The cause of a check's state; it determines the advice that is shown. */
const CAUSES = [
  "LAN_OK",
  "LAN_NO_ADDRESS",
  "NAMES_OK",
  "NAMES_NOT_NEEDED",
  "NAMES_FAIL",
  "HUB_OK",
  "HUB_NOT_SET",
  "HUB_REFUSES",
  "HUB_SILENT",
  "HUB_CERTIFICATE",
  "HUB_STRANGE",
  "MQTT_OK",
  "MQTT_LINKED",
  "MQTT_UNKNOWN",
  "MQTT_REFUSES",
  "MQTT_SILENT",
  "CLOCK_OK",
  "CLOCK_OFF",
  "CLOCK_UNKNOWN",
  "STORE_OK",
  "STORE_WAITS",
  "STORE_NO_CODE",
  "STORE_NO_HUB",
  "STORE_ANEW",
  "STORE_LOADS",
  "STORE_TAKEN",
  "FISCAL_OK",
  "FISCAL_NOT_HERE",
  "FISCAL_UNKNOWN",
  "FISCAL_USED_UP",
  "PRINTERS_OK",
  "PRINTERS_NONE",
  "PRINTER_PAPER",
  "PRINTER_COVER",
  "PRINTER_SILENT",
  "SCREENS_OK",
  "SCREENS_NONE",
  "SCREENS_MISSING",
] as const

export const SetupCheck = Type.Object({
  check: oneOf(...CHECKS),
  /** `waiting`: nothing is wrong, but something is still to be done or to arrive. */
  is: oneOf("good", "waiting", "warning", "bad"),
  cause: oneOf(...CAUSES),
  /** Values for the text, such as an address, a name or seconds. */
  facts: Type.Record(Type.String(), Type.String()),
})
export type SetupCheck = Static<typeof SetupCheck>
