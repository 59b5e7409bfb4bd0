/**
 * Looks up host names so that names without an answer do not block others. The system looks up only two names at a time per process, and waits ten
 * seconds or more for an unanswered one.
 */
import { lookup } from "node:dns"
import type { LookupAll } from "../public-address.ts"

/** A name without an answer after this time counts as late. */
const LATE_MS = 1_000
/** Most late names that are remembered. */
const LATE_NAMES_MAX = 10_000

type Answer = Parameters<LookupAll>[2]

interface OpenLookup {
  readonly hostname: string
  readonly options: Parameters<LookupAll>[1]
  readonly waiting: Answer[]
}

/** Requests for the same name share one lookup. Names that were late the last time are looked up one at a time. */
export function createFairLookup({ lookupAll = lookup as LookupAll, lateMs = LATE_MS } = {}): LookupAll {
  const open = new Map<string, OpenLookup>()
  const late = new Set<string>()
  const queue: string[] = []
  let isLateOneOpen = false

  const noteLate = (key: string) => {
    late.add(key)
    const [oldest] = late
    if (late.size > LATE_NAMES_MAX && oldest !== undefined) late.delete(oldest)
  }
  const lookUp = (key: string, onDone: () => void) => {
    const { hostname, options, waiting } = open.get(key) as OpenLookup
    late.delete(key)
    const timer = setTimeout(noteLate, lateMs, key)
    lookupAll(hostname, options, (error, addresses) => {
      clearTimeout(timer)
      open.delete(key)
      // It was only late because it waited for other lookups.
      if (!error) late.delete(key)
      onDone()
      for (const answer of waiting) answer(error, addresses)
    })
  }
  const lookUpNextLate = () => {
    const key = isLateOneOpen ? undefined : queue.shift()
    if (key === undefined) return
    isLateOneOpen = true
    lookUp(key, () => {
      isLateOneOpen = false
      lookUpNextLate()
    })
  }

  return (hostname, options, answer) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`
    const running = open.get(key)
    if (running) return void running.waiting.push(answer)
    open.set(key, { hostname, options, waiting: [answer] })
    if (!late.has(key)) return lookUp(key, () => {})
    queue.push(key)
    lookUpNextLate()
  }
}
