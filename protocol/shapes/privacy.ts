/**
 * Says in a schema whose data a field holds. `protocol/rules/requests/redact.ts` reads the marks; they also stand in the published schemas,
 * as `x-privacy`.
 */
import type { TSchema } from "typebox"

export const PRIVACY = "x-privacy"

/** `personal`: about a guest or an employee. `secret`: nobody may read it. `none`: shown, also inside of what is personal or free-form. */
export type Privacy = "personal" | "secret" | "none"

/** A field, or all that is in an object, which identifies or describes a person. */
export function personal<S extends TSchema>(schema: S): S {
  return marked(schema, "personal")
}

/** A field that gives access to something: a password, a token, a key. */
export function secret<S extends TSchema>(schema: S): S {
  return marked(schema, "secret")
}

/** Free-form data that Brasa itself writes, or one field of a person's data that identifies nobody. */
export function notPersonal<S extends TSchema>(schema: S): S {
  return marked(schema, "none")
}

/** A schema has properties that a spread would lose: whether it is optional, for one. */
function marked<S extends TSchema>(schema: S, privacy: Privacy): S {
  const own = Object.getOwnPropertyDescriptors(schema)
  return Object.defineProperties({}, { ...own, [PRIVACY]: { value: privacy, enumerable: true } }) as S
}
