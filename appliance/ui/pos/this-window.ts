/** Id of this browser window. It survives a reload. */
import { makeUuid } from "../../../ui/uuid.ts"

const KEY = "brasa.window"

let name: string | null = null

export function thisWindow(): string {
  name ??= storedOrNew()
  return name
}

function storedOrNew(): string {
  const fresh = makeUuid()
  try {
    const known = sessionStorage.getItem(KEY)
    if (known === null) sessionStorage.setItem(KEY, fresh)
    return known ?? fresh
  } catch {
    return fresh
  }
}
