/** How an invariant says that it does not hold. */
export class InvariantBroken extends Error {
  override readonly name = "InvariantBroken"
}

export function assert(holds: boolean, message: string | (() => string)): void {
  if (!holds) throw new InvariantBroken(typeof message === "string" ? message : message())
}
