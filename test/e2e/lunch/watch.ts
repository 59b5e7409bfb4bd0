/** Records inside a kitchen page when each ticket appears and disappears, as a person sees it. */
import type { BrowserContext, Page } from "playwright-core"
import type { Ticket } from "../../../protocol/shapes/ticket.ts"

/** By the clock of the machine, which is the box's as well. */
export interface Sighting {
  readonly thing: string
  readonly at: number
  readonly was: "come" | "gone"
  /** Not all tickets had room just before: what comes then may have waited on another leaf. */
  readonly crowded: boolean
}

interface Watching {
  brasaSightings?: Sighting[]
}

/** Of every page that is opened in it from now on. */
export async function watchScreens(context: BrowserContext): Promise<void> {
  await context.addInitScript(watch)
}

export function sightingsOf(page: Page): Promise<Sighting[]> {
  return page.evaluate(() => (window as Watching).brasaSightings ?? [])
}

/** Runs in the page. `ticket ID`, `order ID`, `ready ID` at the pass; `preparing CODE` and `ready CODE` on the board. */
function watch(): void {
  const sightings: Sighting[] = []
  ;(window as Watching).brasaSightings = sightings
  let known = new Set<string>()
  let crowded = false
  const standing = () => {
    const things = new Set<string>()
    for (const card of document.querySelectorAll<HTMLElement>("article[data-ticket], article[data-order]")) {
      const { ticket, order } = card.dataset
      things.add(ticket ? `ticket ${ticket}` : `order ${order}`)
      if (order && card.classList.contains("kds-ready")) things.add(`ready ${order}`)
    }
    for (const number of document.querySelectorAll(".board-preparing li")) things.add(`preparing ${number.textContent}`)
    for (const number of document.querySelectorAll(".board-ready li")) things.add(`ready ${number.textContent}`)
    return things
  }
  const look = () => {
    const at = Date.now()
    const things = standing()
    for (const thing of things) if (!known.has(thing)) sightings.push({ thing, at, was: "come", crowded })
    for (const thing of known) if (!things.has(thing)) sightings.push({ thing, at, was: "gone", crowded })
    known = things
    crowded = document.querySelector(".kds-pages") !== null
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class"],
  })
}

/** How long changes took to the screens, from the box's moment to the page: for people to read, since no test may hang on a clock. */
export function printWaits(tickets: readonly Ticket[], lives: Readonly<Record<string, Sighting[][]>>): string {
  const at = (which: (screen: string) => boolean, word: string, moments: ReadonlyMap<string, number>) =>
    Object.entries(lives)
      .filter(([screen]) => which(screen))
      .flatMap(([, all]) => all.flatMap((life, nth) => waitsIn(life, { word, moments, openedAgain: nth > 0 })))
  const sent = new Map(tickets.map(({ ticketId, sentAt }) => [ticketId, Date.parse(sentAt)]))
  const ordered = new Map(tickets.map(({ orderId, sentAt }) => [orderId, Date.parse(sentAt)]))
  const ready = new Map<string, number>()
  for (const { orderId, bumpedAt } of tickets) {
    ready.set(orderId, Math.max(ready.get(orderId) ?? 0, Date.parse(bumpedAt ?? "")))
  }
  return [
    `tickets at their stations ${quantiles(at((screen) => !["expo", "board"].includes(screen), "ticket", sent))}`,
    `orders at the pass ${quantiles(at((screen) => screen === "expo", "order", ordered))}`,
    `ready at the pass ${quantiles(at((screen) => screen === "expo", "ready", ready))}`,
  ].join("; ")
}

interface Waited {
  readonly word: string
  readonly moments: ReadonlyMap<string, number>
  readonly openedAgain: boolean
}

/** What had happened before a screen was opened again has waited for the screen. */
function waitsIn(life: readonly Sighting[], { word, moments, openedAgain }: Waited): number[] {
  const since = openedAgain ? (life[0]?.at ?? 0) : 0
  return life
    .filter(({ was, thing, crowded }) => was === "come" && !crowded && thing.startsWith(`${word} `))
    .map(({ at, thing }) => ({ at, happened: moments.get(thing.slice(word.length + 1)) ?? Number.NaN }))
    .filter(({ happened }) => happened >= since)
    .map(({ at, happened }) => at - happened)
}

function quantiles(waits: readonly number[]): string {
  const sorted = waits.filter((wait) => !Number.isNaN(wait)).sort((one, other) => one - other)
  const of = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return `p50 ${of(0.5)}, p95 ${of(0.95)}, most ${sorted.at(-1)} ms (${sorted.length})`
}
