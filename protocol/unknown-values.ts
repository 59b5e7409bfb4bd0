/** Reads values of unknown JSON. */

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null
}
