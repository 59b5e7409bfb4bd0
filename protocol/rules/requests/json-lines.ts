/** Finds the line of a path in a JSON text: faults name paths, people look for lines. */

/** The line, from 1, of the deepest part of the path that exists. `text` must be valid JSON. */
export function lineOfPath(text: string, path: string): number {
  const wanted = path === "" ? [] : path.split(".")
  let at = skipBlank(text, 0)
  for (const segment of wanted) {
    const inside = enter(text, at, segment)
    if (inside === null) break
    at = inside
  }
  return lineAt(text, at)
}

export function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line += 1
  return line
}

/** Position of a member or element; null if the value has none of that name. */
function enter(text: string, from: number, segment: string): number | null {
  const open = text[from]
  if (open !== "{" && open !== "[") return null
  let at = skipBlank(text, from + 1)
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index += 1) {
    let name = String(index)
    if (open === "{") {
      const end = endOfText(text, at)
      name = JSON.parse(text.slice(at, end))
      at = skipBlank(text, skipBlank(text, end) + 1)
    }
    if (name === segment) return at
    at = skipBlank(text, endOfValue(text, at))
    if (text[at] === ",") at = skipBlank(text, at + 1)
  }
  return null
}

function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfText(text, from)
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] as string
    if (letter === '"') at = endOfText(text, at) - 1
    else if (letter === "{" || letter === "[") depth += 1
    else if (letter === "}" || letter === "]") {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (letter === "," && depth === 0) return at
  }
  return text.length
}

/** Position after the closing quote. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? "")) at += 1
  return at
}
