/** Which of a register's windows this one is: the same after a reload, another in another tab. */
import { makeUuid } from "../../../ui/uuid.ts"

const KEY = "brasa.window"

let name: string | null = null

export function thisWindow(): string {
  name ??= remembered()
  return name
}

function remembered(): string {
  const fresh = makeUuid()
  try {
    const known = sessionStorage.getItem(KEY)
    if (known === null) sessionStorage.setItem(KEY, fresh)
    return known ?? fresh
  } catch {
    return fresh
  }
}
