/** The dashboard's endpoints of the provisioning file: check it, preview its changes, apply it. */
import Type, { type Static } from "typebox"
import { secret } from "../../shapes/privacy.ts"
import { nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
const PROVISIONING = "/api/admin/provisioning"
/** Rows listed per kind; the counts include all. */
export const PREVIEW_ROWS_MAX = 20
const TEXT_MAX = 1_000_000

const File = Type.Object({
  /** The file, compressed with gzip, in base64; a chain's catalogue has megabytes. */
  gzip: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
})

export const FileFault = Type.Object({
  path: Type.String(),
  /** Its line in the file; null if it has none. */
  line: nullable(Type.Integer({ minimum: 1 })),
  message: Type.String(),
})
export type FileFault = Static<typeof FileFault>

export const ChangeRow = Type.Object({
  change: oneOf("added", "changed", "removed"),
  what: Type.String(),
  /** The changed fields. */
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
  /** New secrets; only this answer contains them. */
  secrets: Type.Array(Type.Object({ what: Type.String(), secret: secret(Type.String()) })),
  /** Number of stores whose boxes get the change. */
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
  summary: "Returns the faults of a file, or a preview of its changes; writes nothing.",
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
  summary:
    "Applies a file in one transaction; a file with faults changes nothing. The page chooses `runId`, to read the progress.",
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
  summary: "Reads the progress of a run; only the process that runs it knows it.",
  section: SECTION,
})
