/** Maps the keys of a bump bar to actions. Tickets may be on other keys than the digits. Pure. */

export const KEY_PLACES_DEFAULT = "1234567890"
const PLACES_MAX = 20

export type KeyAction =
  | { readonly kind: "bump_place"; readonly place: number }
  | { readonly kind: "move"; readonly by: 1 | -1 }
  | { readonly kind: "line"; readonly by: 1 | -1 }
  | { readonly kind: "page"; readonly by: 1 | -1 }
  | { readonly kind: "bump" | "undo" | "recall" | "all_day" | "mute" }

const COMMANDS: Readonly<Record<string, KeyAction>> = {
  arrowright: { kind: "move", by: 1 },
  arrowleft: { kind: "move", by: -1 },
  arrowdown: { kind: "line", by: 1 },
  arrowup: { kind: "line", by: -1 },
  pagedown: { kind: "page", by: 1 },
  pageup: { kind: "page", by: -1 },
  enter: { kind: "bump" },
  u: { kind: "undo" },
  r: { kind: "recall" },
  a: { kind: "all_day" },
  m: { kind: "mute" },
}

/** Null for an unused key. Ticket keys come first, so that a bump bar with letters can use them all. */
export function keyAction(key: string, places: string): KeyAction | null {
  const typed = key.toLowerCase()
  const place = typed.length === 1 ? places.indexOf(typed) : -1
  if (place >= 0) return { kind: "bump_place", place }
  return COMMANDS[typed] ?? null
}

/** Cleans typed ticket keys: each key once, no blanks. An empty text means the digits. */
export function tidyKeyPlaces(typed: string): string {
  const keys = [...new Set(typed.toLowerCase().replace(/\s/g, ""))].slice(0, PLACES_MAX).join("")
  return keys === "" ? KEY_PLACES_DEFAULT : keys
}

/** The key shown on a ticket; null if there are more tickets than keys. */
export function labelOf(place: number, places: string): string | null {
  return places[place]?.toUpperCase() ?? null
}
