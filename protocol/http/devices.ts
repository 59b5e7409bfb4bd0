/** The endpoints of the store's screens: a screen reads its own identity; a manager lists, pairs, changes and revokes screens. */
import Type, { type Static } from "typebox"
import { DEVICE_KINDS, type DeviceKind } from "../scopes.ts"
import { secret } from "../shapes/privacy.ts"
import { Instant, nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { StoreSummary } from "../shapes/store.ts"
import { endpoint } from "./endpoint.ts"

const NAME_MAX = 60

export const Kind = oneOf(...(Object.keys(DEVICE_KINDS) as DeviceKind[]))
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
const Station = ShortText

/** A paired screen with its latest contact. */
export const PairedDevice = Type.Object({
  deviceId: Type.String(),
  kind: Kind,
  name: Type.String(),
  /** The kitchen station that it shows; null for every other kind of screen. */
  station: nullable(Type.String()),
  pairedAt: Instant,
  /** Whether it is connected to the box's broker now. */
  online: Type.Boolean(),
  lastSeenAt: nullable(Instant),
  page: nullable(Type.String()),
  version: nullable(Type.String()),
  /** Tickets that a kitchen screen last reported to show. */
  shown: nullable(Type.Integer()),
  address: nullable(Type.String()),
  /** Whether it is the screen that sent this request. */
  self: Type.Boolean(),
})
export type PairedDevice = Static<typeof PairedDevice>

/** An unused pairing code. Only the answer that creates it shows the code itself. */
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
      store: StoreSummary,
      /** Whether the store has staff: then people sign in with a PIN, and roles are checked. */
      hasStaff: Type.Boolean(),
    }),
  },
  refusals: [],
  summary: "Reads the calling screen's own name, kind, station and store.",
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
      /** The box's address on the store's network. */
      lanUrl: Type.String(),
      devices: Type.Array(PairedDevice),
      codes: Type.Array(OpenCode),
      /** The kitchen stations of the store's configuration. */
      stations: Type.Array(Type.String()),
    }),
  },
  refusals: [],
  summary: "Lists the paired screens with the latest contact of each, and the unused pairing codes.",
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
      code: secret(Type.String()),
      /** The text of the QR code: the page on the box, with the code after `#`. */
      url: secret(Type.String()),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Makes a code that pairs one screen within ten minutes; using it replaces a screen of the same name.",
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
  summary: "Revokes a screen's key at once and disconnects it: its page then asks to be paired.",
  section: "screens.md#devices",
})
