/** Reads the pairing code of a QR code from the page's address: `/kds#pair=ABCD-EFGH`. */

const PAIR = /^#pair=([A-Za-z0-9-]{4,40})$/

/** Null if the fragment has no code. */
export function pairingIn(fragment: string): string | null {
  return PAIR.exec(fragment)?.[1]?.toUpperCase() ?? null
}

/** Reads the code once and removes it from the address bar, so that nobody photographs or bookmarks it. */
export function takePairing(): string | null {
  const code = pairingIn(location.hash)
  if (code !== null) history.replaceState(null, "", location.pathname + location.search)
  return code
}
