/** Makes order codes: the register's letter and a counter, `A-017`. Pure. */

const DIGITS = 3
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"

/** `pos-1` → A, `pos-2` → B; otherwise the id's first letter. */
export function registerLetter(deviceId: string): string {
  const number = Number(/(\d+)$/.exec(deviceId)?.[1] ?? Number.NaN)
  if (Number.isNaN(number)) return deviceId.slice(0, 1).toUpperCase() || "X"
  return LETTERS[number - 1] ?? `R${number}`
}

/** The register's counter. It starts at 1 each business day. */
export interface LocatorCounter {
  readonly businessDayDate: string
  readonly last: number
}

interface NextLocator {
  readonly locator: string
  readonly counter: LocatorCounter
}

/** Higher than the stored counter and all codes at the box, so that a browser that lost its storage repeats no code. */
export function nextLocator(
  letter: string,
  businessDayDate: string,
  known: { readonly counter: LocatorCounter | null; readonly codes: readonly string[] },
): NextLocator {
  const remembered = known.counter?.businessDayDate === businessDayDate ? known.counter.last : 0
  const seen = known.codes
    .filter((code) => code.startsWith(`${letter}-`))
    .map((code) => Number(code.slice(letter.length + 1)))
  const last = Math.max(remembered, ...seen.filter(Number.isSafeInteger)) + 1
  return { locator: `${letter}-${String(last).padStart(DIGITS, "0")}`, counter: { businessDayDate, last } }
}
