/** Proposes the profile of a printer from the name that it gives: its answer to `GS I`, its USB product, or its serial line. */
import { PROFILES, type PrinterProfile } from "../encoding/printer-profiles.ts"

/** A shorter model name, such as `I9`, must stand beside its brand. */
const NAME_LETTERS_MIN = 5

/** Null where the name is of no known model. The longest name wins (a TM-T88VI is no TM-T88), and a model before an older name for it. */
export function proposeProfile(text: string): PrinterProfile | null {
  const letters = lettersOf(text)
  const matches = PROFILES.filter(({ brand, model }) => {
    const name = lettersOf(model)
    return letters.includes(name) && (name.length >= NAME_LETTERS_MIN || letters.includes(lettersOf(brand)))
  })
  return matches.reduce<PrinterProfile | null>(
    (best, profile) => (best === null || profile.model.length >= best.model.length ? profile : best),
    null,
  )
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
}
