/** A printer that was found on the store's network or plugged into the box. */
import Type, { type Static } from "typebox"
import { nullable } from "./scalars.ts"

export const FoundPrinter = Type.Object({
  /** As `--printer` takes it. */
  spec: Type.String(),
  /** This box prints there already. */
  known: Type.Boolean(),
  /** Whether it can tell how it is; null where it was not asked. */
  answers: nullable(Type.Boolean()),
  model: nullable(Type.String()),
  /** Its network card. */
  card: nullable(Type.String()),
})
export type FoundPrinter = Static<typeof FoundPrinter>
