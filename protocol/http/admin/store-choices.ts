/** The endpoint behind the store pickers: stores that a user may see. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SEARCH_MAX = 60

export const StoreChoice = Type.Object({
  id: Uuid,
  vendorId: Type.String(),
  code: nullable(Type.String()),
  name: Type.String(),
  countryCode: nullable(Type.String()),
  currency: Type.String(),
  timeZone: Type.String(),
})
export type StoreChoice = Static<typeof StoreChoice>

export const listStoreChoices = endpoint({
  name: "places.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/places",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    vendorId: Type.Optional(Type.String()),
    /** Any part of code or name. */
    search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  }),
  replies: { 200: cursorListOf(StoreChoice) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists stores by code, for a picker.",
  section: "conventions.md#paths",
})
