/** A printer that was found on the store's network or plugged into the box. */
import Type, { type Static } from "typebox"
import { nullable } from "./scalars.ts"

export const FoundPrinter = Type.Object({
  /** Value for the option `--printer`. */
  spec: Type.String(),
  /** Whether the box prints there already. */
  known: Type.Boolean(),
  /** Whether it answers status queries; null if it was not asked. */
  answers: nullable(Type.Boolean()),
  model: nullable(Type.String()),
  /** Name of its network card. */
  card: nullable(Type.String()),
})
export type FoundPrinter = Static<typeof FoundPrinter>
