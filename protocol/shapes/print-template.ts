/** A version of a paper's template as the hub keeps it and sends it down to the stores that it is for. */
import Type, { type Static } from "typebox"
import { Instant, nullable, ShortText } from "./scalars.ts"

/** Whoever changes a template makes a new version of it: a version never changes, so that a reprint is the same paper. */
export const StoredTemplate = Type.Object({
  templateId: ShortText,
  version: Type.Integer({ minimum: 1 }),
  document: Type.String(),
  /** Set: for the account's stores in this country. */
  countryCode: nullable(Type.String()),
  /** Set: for this vendor's stores. Neither: for all of the account. */
  vendorId: nullable(Type.String()),
  createdAt: Instant,
  /** What a newer program wrote may be unreadable here: the seed is printed then. */
  body: Type.Unknown(),
})
export type StoredTemplate = Static<typeof StoredTemplate>
