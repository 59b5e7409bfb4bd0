/** The provisioning file at the dashboard: checked, what it would change, applied; a bad file changes nothing. */
import Type, { type Static } from "typebox"
import { nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
const PROVISIONING = "/api/admin/provisioning"
/** Of one kind, so many are named; the counts are of all. */
export const PREVIEW_ROWS_MAX = 20
const TEXT_MAX = 1_000_000

const File = Type.Object({
  /** The file as it is, compressed with gzip, in base64: a chain's catalogue is megabytes of text that repeats itself. */
  gzip: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
})

export const FileFault = Type.Object({
  path: Type.String(),
  /** Where it stands in the file; null where nothing does. */
  line: nullable(Type.Integer({ minimum: 1 })),
  message: Type.String(),
})
export type FileFault = Static<typeof FileFault>

export const ChangeRow = Type.Object({
  change: oneOf("added", "changed", "removed"),
  what: Type.String(),
  /** What of it changes. */
  fields: Type.Array(Type.String()),
})
export type ChangeRow = Static<typeof ChangeRow>

export const KindChanges = Type.Object({
  kind: Type.String(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  rows: Type.Array(ChangeRow),
})
export type KindChanges = Static<typeof KindChanges>

export const Preview = Type.Object({
  faults: Type.Array(FileFault),
  kinds: Type.Array(KindChanges),
})
export type Preview = Static<typeof Preview>

export const Applied = Type.Object({
  faults: Type.Array(FileFault),
  changes: Type.Integer(),
  /** Secrets that were made now: in this answer alone. */
  secrets: Type.Array(Type.Object({ what: Type.String(), secret: Type.String() })),
  /** Stores whose boxes are told. */
  notified: Type.Integer(),
})
export type Applied = Static<typeof Applied>

export const checkFile = endpoint({
  name: "provisioning.check",
  family: "admin",
  who: "owners",
  method: "POST",
  path: `${PROVISIONING}/check`,
  scope: null,
  body: File,
  replies: { 200: Preview },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN"],
  summary: "Every fault of a file, or what it would change; nothing is written.",
  section: SECTION,
})

export const applyFile = endpoint({
  name: "provisioning.apply",
  family: "admin",
  who: "owners",
  method: "POST",
  path: `${PROVISIONING}/runs/:runId`,
  scope: null,
  params: Type.Object({ runId: Uuid }),
  body: File,
  replies: { 200: Applied },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "CONFLICT"],
  summary: "Makes the account what the file says, in one transaction; the page that asks names the run, to follow it.",
  section: SECTION,
})

export const readRun = endpoint({
  name: "provisioning.run",
  family: "admin",
  who: "owners",
  method: "GET",
  path: `${PROVISIONING}/runs/:runId`,
  scope: null,
  params: Type.Object({ runId: Uuid }),
  replies: { 200: Type.Object({ lines: Type.Array(Type.String()), ended: Type.Boolean() }) },
  refusals: ["NOT_FOUND"],
  summary: "How far a run has come, as the process that works on it knows.",
  section: SECTION,
})
