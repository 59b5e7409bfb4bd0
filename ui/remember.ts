/** Stores values on the device. A full or forbidden storage must not stop a sale, so nothing here throws. */

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn(`could not remember ${key}`, error)
  }
}

/** Null if nothing readable is stored. */
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
