/** The status bytes of an emulated printer: answers to DLE EOT, automatic status, sensor status, Star's status. */

export interface Condition {
  readonly paperOut: boolean
  readonly coverOpen: boolean
  /** Switched offline at its button. */
  readonly offline: boolean
}

export function cannotPrint(condition: Condition): boolean {
  return condition.paperOut || condition.coverOpen || condition.offline
}

/** The answers to DLE EOT 1 to 4. */
export function answerTo(which: number, condition: Condition): number {
  const fixed = 0x12
  if (which === 1) return fixed | (cannotPrint(condition) ? 0x08 : 0)
  if (which === 2) return fixed | (condition.coverOpen ? 0x04 : 0) | (condition.paperOut ? 0x20 : 0)
  if (which === 4) return fixed | (condition.paperOut ? 0x6c : 0)
  return fixed
}

/** Automatic status (`GS a`), four bytes. */
export function automaticStatus(condition: Condition): Uint8Array {
  const head = 0x10 | (cannotPrint(condition) ? 0x08 : 0) | (condition.coverOpen ? 0x20 : 0)
  return Uint8Array.of(head, 0x00, condition.paperOut ? 0x0f : 0x00, 0x00)
}

/** The answer to `GS r 1` (paper) or `GS r 2` (drawer). */
export function sensorStatus(which: number, condition: Condition): number {
  return which % 48 === 1 && condition.paperOut ? 0x0c : 0x00
}

/** Star's automatic status (ASB) of newer models: two header bytes and seven status bytes, with the mark count among them. */
export function starStatus(condition: Condition, { marks, isNew }: { marks: number; isNew: boolean }): Uint8Array {
  const printer = (condition.coverOpen ? 0x20 : 0) | (cannotPrint(condition) ? 0x08 : 0) | (isNew ? 0x02 : 0)
  const counter = ((marks & 0x18) << 2) | ((marks & 0x07) << 1)
  return Uint8Array.of(0x23, 0x06, printer, 0x00, 0x00, condition.paperOut ? 0x0c : 0x00, 0x00, counter, 0x00)
}
