/** Reads tax rates: below 1 a rate is a fraction (0.15), from 1 on a percentage (15). Both are 15 %. */
import { multiplyDivide, SCALE, type Scaled, scaleMajor } from "../../money.ts"

const PERCENT = 100

/** Returns the fraction scaled by 10000; null for anything that is not a number from 0 to 100 % in steps of 0.01 %. */
export function readTaxRate(rate: number | string): Scaled | null {
  const scaled = scaleMajor(rate)
  if (scaled === null || scaled < 0 || scaled > PERCENT * SCALE) return null
  return scaled < SCALE ? scaled : multiplyDivide(scaled, 1, PERCENT)
}
