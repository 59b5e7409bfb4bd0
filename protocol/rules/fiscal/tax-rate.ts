/** How a tax rate is read, everywhere: below 1 it is a fraction (0.15), from 1 on a percentage (15). Both are 15 %. */
import { multiplyDivide, SCALE, type Scaled, scaleMajor } from "../../money.ts"

const PERCENT = 100

/** The fraction, scaled by 10000; null for what is no rate: not a number, negative, above 100 %, or finer than 0.01 %. */
export function readTaxRate(rate: number | string): Scaled | null {
  const scaled = scaleMajor(rate)
  if (scaled === null || scaled < 0 || scaled > PERCENT * SCALE) return null
  return scaled < SCALE ? scaled : multiplyDivide(scaled, 1, PERCENT)
}
