/**
 * Looks names up, so that those that no server answers for keep no others waiting. The system looks up two names at a time in one process, and gives
 * up on such a one after ten seconds and more: whoever asks for two of them again and again would let nobody else through.
 */
import { lookup } from "node:dns"
import type { LookupAll } from "../public-address.ts"

/** Whoever has no answer by then asks for a name that may be one of those. */
const LATE_MS = 1_000
/** Of such names so many are known, and wait for their turn. */
const LATE_NAMES_MAX = 10_000

type Answer = Parameters<LookupAll>[2]

interface Asked {
  readonly hostname: string
  readonly options: Parameters<LookupAll>[1]
  readonly waiting: Answer[]
}

/** Who asks for a name that is being looked up shares the answer; names that were late the last time go one at a time. */
export function createFairLookup({ lookupAll = lookup as LookupAll, lateMs = LATE_MS } = {}): LookupAll {
  const asked = new Map<string, Asked>()
  const late = new Set<string>()
  const queue: string[] = []
  let isLateOneAsked = false

  const note = (key: string) => {
    late.add(key)
    const [oldest] = late
    if (late.size > LATE_NAMES_MAX && oldest !== undefined) late.delete(oldest)
  }
  const ask = (key: string, over: () => void) => {
    const { hostname, options, waiting } = asked.get(key) as Asked
    late.delete(key)
    const timer = setTimeout(note, lateMs, key)
    lookupAll(hostname, options, (error, addresses) => {
      clearTimeout(timer)
      asked.delete(key)
      // It had to wait for others.
      if (!error) late.delete(key)
      over()
      for (const answer of waiting) answer(error, addresses)
    })
  }
  const askNextLate = () => {
    const key = isLateOneAsked ? undefined : queue.shift()
    if (key === undefined) return
    isLateOneAsked = true
    ask(key, () => {
      isLateOneAsked = false
      askNextLate()
    })
  }

  return (hostname, options, answer) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`
    const before = asked.get(key)
    if (before) return void before.waiting.push(answer)
    asked.set(key, { hostname, options, waiting: [answer] })
    if (!late.has(key)) return ask(key, () => {})
    queue.push(key)
    askNextLate()
  }
}
