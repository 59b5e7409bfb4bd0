/** The store's screens: who one is, and for the manager which there are, how another is paired, and how one is put out. */
import Type, { type Static } from "typebox"
import { DEVICE_KINDS, type DeviceKind } from "../scopes.ts"
import { Instant, nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { Store } from "../shapes/store.ts"
import { endpoint } from "./endpoint.ts"

const NAME_MAX = 60

export const Kind = oneOf(...(Object.keys(DEVICE_KINDS) as DeviceKind[]))
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
const Station = ShortText

/** A paired screen and what was last heard of it. */
export const PairedDevice = Type.Object({
  deviceId: Type.String(),
  kind: Kind,
  name: Type.String(),
  /** The one kitchen station that it shows, null for every other kind. */
  station: nullable(Type.String()),
  pairedAt: Instant,
  /** Whether its line to the box's broker is open now. */
  online: Type.Boolean(),
  lastSeenAt: nullable(Instant),
  page: nullable(Type.String()),
  version: nullable(Type.String()),
  /** Tickets on its screen, as it said last; for the kitchen's screens. */
  shown: nullable(Type.Integer()),
  address: nullable(Type.String()),
  /** Whether it is the one that asks. */
  self: Type.Boolean(),
})
export type PairedDevice = Static<typeof PairedDevice>

/** A code that nobody has used yet; the code itself is shown only where it is made. */
const OpenCode = Type.Object({
  deviceId: Type.String(),
  kind: Kind,
  name: Type.String(),
  station: nullable(Type.String()),
  expiresAt: Instant,
})

export const readSelf = endpoint({
  name: "devices.self",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/device",
  scope: "store:device",
  replies: {
    200: Type.Object({
      deviceId: Type.String(),
      kind: Kind,
      name: Type.String(),
      station: nullable(Type.String()),
      store: Type.Pick(Store, ["id", "code", "name", "currency", "countryCode", "timeZone"]),
      /** Whether the store has staff: then a person signs in with a PIN, and roles hold. */
      hasStaff: Type.Boolean(),
    }),
  },
  refusals: [],
  summary: "Who the asking screen is: its name, its kind, its station, its store.",
  section: "screens.md#devices",
})

export const listDevices = endpoint({
  name: "devices.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/devices",
  scope: "store:manage",
  replies: {
    200: Type.Object({
      /** Where the store's screens find the box. */
      lanUrl: Type.String(),
      devices: Type.Array(PairedDevice),
      codes: Type.Array(OpenCode),
      /** The kitchen stations of the store's configuration. */
      stations: Type.Array(Type.String()),
    }),
  },
  refusals: [],
  summary: "The paired screens with what was last heard of each, and the pairing codes that wait.",
  section: "screens.md#devices",
})

export const makeCode = endpoint({
  name: "devices.makeCode",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/devices/codes",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({ kind: Kind, name: Name, station: Type.Optional(Station) }),
  replies: {
    201: Type.Object({
      ...OpenCode.properties,
      code: Type.String(),
      /** What the QR holds: the page on the box, the code behind the `#`. */
      url: Type.String(),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary:
    "Makes a code that pairs a screen once within ten minutes; a screen of that name is replaced when it is used.",
  section: "screens.md#devices",
})

export const changeDevice = endpoint({
  name: "devices.change",
  family: "lan",
  method: "PUT",
  path: "/api/lan/v1/devices/:deviceId",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ deviceId: ShortText }),
  body: Type.Object({ name: Type.Optional(Name), station: Type.Optional(Station) }),
  replies: { 200: PairedDevice },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Renames a screen, or moves a kitchen screen to another station.",
  section: "screens.md#devices",
})

export const revokeDevice = endpoint({
  name: "devices.revoke",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/devices/:deviceId/revoke",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ deviceId: ShortText }),
  replies: { 200: Type.Object({ deviceId: Type.String() }) },
  refusals: ["NOT_FOUND"],
  summary: "Ends a screen's key at once and cuts its line: its page asks to be paired.",
  section: "screens.md#devices",
})
