/** Truncates a large value without walking or serialising all of it. */

/**
 * Returns the value itself if its JSON has at most so many characters. Otherwise returns a value that is equal up to there and ends soon after. The
 * rest is not read.
 */
export function truncateValue(value: unknown, charsMax: number): unknown {
  const room = { left: charsMax }
  return fits(value, room) ? value : take(value, { left: charsMax })
}

/** The remaining characters. Counts slightly less than the JSON has. */
interface Room {
  left: number
}

function fits(value: unknown, room: Room): boolean {
  if (typeof value === "string") room.left -= value.length
  else if (Array.isArray(value)) return value.every((one) => fits(one, room))
  else if (typeof value === "object" && value !== null) {
    for (const key in value) {
      room.left -= key.length
      if (!fits((value as Record<string, unknown>)[key], room)) return false
    }
  } else room.left -= 1
  return room.left >= 0
}

function take(value: unknown, room: Room): unknown {
  if (typeof value === "string") {
    const taken = value.slice(0, Math.max(0, room.left))
    room.left -= value.length
    return taken
  }
  if (typeof value !== "object" || value === null) {
    room.left -= 1
    return value
  }
  return Array.isArray(value) ? takeItems(value, room) : takeFields(value as Readonly<Record<string, unknown>>, room)
}

function takeItems(items: readonly unknown[], room: Room): unknown[] {
  const taken: unknown[] = []
  for (const one of items) {
    if (room.left <= 0) break
    taken.push(take(one, room))
  }
  return taken
}

function takeFields(fields: Readonly<Record<string, unknown>>, room: Room): object {
  const taken: [string, unknown][] = []
  for (const key of Object.keys(fields)) {
    if (room.left <= 0) break
    room.left -= key.length
    taken.push([key, take(fields[key], room)])
  }
  return Object.fromEntries(taken)
}
