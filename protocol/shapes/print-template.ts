/** A version of a document's template, which the hub sends to the stores that use it. */
import Type, { type Static } from "typebox"
import { Instant, nullable, ShortText } from "./scalars.ts"

/** A change makes a new version. A version never changes, so that a reprint looks the same. */
export const StoredTemplate = Type.Object({
  templateId: ShortText,
  version: Type.Integer({ minimum: 1 }),
  document: Type.String(),
  /** If set, only for the account's stores in this country. */
  countryCode: nullable(Type.String()),
  /** If set, only for this vendor's stores. If neither is set, for all of the account's stores. */
  vendorId: nullable(Type.String()),
  createdAt: Instant,
  /** A template of a newer version may be unreadable for an older box, which then uses the seed template. */
  body: Type.Unknown(),
})
export type StoredTemplate = Static<typeof StoredTemplate>
