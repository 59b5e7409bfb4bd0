/** What a page keeps on its device between two visits. A full or forbidden storage never stops a sale. */

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn(`could not remember ${key}`, error)
  }
}

/** null when nothing is there, or nothing that can be read. */
export function recall<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null
  } catch {
    return null
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (error) {
    console.warn(`could not forget ${key}`, error)
  }
}
