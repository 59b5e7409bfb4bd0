/** How long a hub's event loop has stood still, as the hub itself tells. */

/** What measures it looks every ten milliseconds, and counts them in: an idle hub would read 11. */
const RESOLUTION_MS = 10

/** The p99 since it was asked last, in milliseconds; null where it does not answer. */
export async function readStall(url: string): Promise<number | null> {
  const text = await fetch(`${url}/metrics`)
    .then((answer) => answer.text())
    .catch(() => "")
  const [, seconds] = /^brasa_nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)/m.exec(text) ?? []
  return seconds === undefined ? null : Math.max(0, Number(seconds) * 1_000 - RESOLUTION_MS)
}
