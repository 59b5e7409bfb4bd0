/** The pairing code that a QR brings behind the page's address: `/kds#pair=ABCD-EFGH`. Pure but for `takePairing`. */

const PAIR = /^#pair=([A-Za-z0-9-]{4,40})$/

/** null when the fragment holds none. */
export function pairingIn(fragment: string): string | null {
  return PAIR.exec(fragment)?.[1]?.toUpperCase() ?? null
}

/** Reads the code once and wipes it from the address bar, so that nobody photographs it or keeps it in a bookmark. */
export function takePairing(): string | null {
  const code = pairingIn(location.hash)
  if (code !== null) history.replaceState(null, "", location.pathname + location.search)
  return code
}
