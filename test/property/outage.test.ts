/** Silence and outages against a clock that is walked minute by minute (docs/contract/health.md#component-states, docs/contract/health.md#outages). */
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Hours, operatingMs } from "../../protocol/rules/business-day/operating-hours.ts"
import { decideComponentState, type Life, noteHeartbeat } from "../../protocol/rules/health/component-states.ts"
import { outageDue, outageMinutes } from "../../protocol/rules/health/outage.ts"
import { hold } from "./hold.ts"

const MINUTE_MS = 60_000
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
/** The clocks of Santiago go forward on 2026-09-06 and back on 2026-04-05. */
const ZONES = ["America/Guayaquil", "America/Santiago", "America/Sao_Paulo", "UTC"] as const
const STARTS = ["2026-11-20T00:00:00Z", "2026-09-04T00:00:00Z", "2026-04-03T00:00:00Z"] as const
const WALK_MINUTES = 3 * 1_440

const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * 15)
const opening = fc.tuple(quarter, quarter).map(([from, to]) => `${clock(from)}-${clock(to)}`)
const hours: fc.Arbitrary<Hours> = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  active: fc.constantFrom("ACTIVE" as const, "ACTIVE" as const, "ACTIVE" as const, "SUSPENDED" as const),
  operatingHours: fc.dictionary(fc.constantFrom(...DAYS), fc.array(opening, { maxLength: 2 }), { maxKeys: 7 }),
})
const walk = fc.record({
  hours,
  start: fc.constantFrom(...STARTS),
  lastBeat: fc.integer({ min: 0, max: 1_440 }),
  /** In tens of minutes, so that the slack is a whole minute. */
  interval: fc.integer({ min: 1, max: 12 }).map((tens) => tens * 10),
  backAt: fc.option(fc.integer({ min: 0, max: 2_880 }), { nil: null }),
})

it("an outage starts in the minute in which two intervals and the tolerance are missed in opening hours", () => {
  hold(
    fc.property(walk, ({ hours, start, lastBeat, interval, backAt }) => {
      fc.pre(!turnsTwice(hours, start))
      const zero = Date.parse(start)
      const iso = (minute: number) => new Date(zero + minute * MINUTE_MS).toISOString()
      const silence = {
        lastBeatAt: iso(lastBeat),
        intervalSeconds: interval * 60,
        hours,
        listeningSince: backAt === null ? null : iso(backAt),
      }
      const due = outageDue(silence, zero + WALK_MINUTES * MINUTE_MS)
      const open = openMinutes(hours, zero)
      const walked = dueByWalk(open, {
        lastBeat,
        patience: 2 * interval + 1,
        notBefore: (backAt ?? -1_000) + interval + 1,
      })
      expect(due === null ? null : (due - zero) / MINUTE_MS).toBe(walked)
    }),
    150,
  )
})

it("operating minutes are the minutes in which the store was open", () => {
  hold(
    fc.property(walk, fc.integer({ min: 0, max: WALK_MINUTES }), ({ hours, start, lastBeat }, end) => {
      fc.pre(!turnsTwice(hours, start))
      const zero = Date.parse(start)
      const open = openMinutes(hours, zero)
      const walked = open.slice(lastBeat, Math.max(lastBeat, end)).filter(Boolean).length
      const [from, to] = [zero + lastBeat * MINUTE_MS, zero + end * MINUTE_MS]
      expect(operatingMs(hours, from, to) / MINUTE_MS).toBe(walked)
      expect(outageMinutes(hours, new Date(from).toISOString(), new Date(to).toISOString())).toBe(walked)
    }),
    100,
  )
})

const day = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constantFrom(7 * 1_440, 7 * 1_440 - 1, 9_000)),
    beats: fc.boolean(),
  }),
  { maxLength: 25 },
)

it("a component is tried, watched, missed, removed and restored as the contract says", () => {
  hold(
    fc.property(day, (steps) => {
      const model = { beats: [] as number[], told: false, gone: false }
      let [now, life] = [Date.parse(STARTS[0]), null as Life | null]
      for (const { wait, beats } of steps) {
        now += wait * MINUTE_MS
        const at = new Date(now).toISOString()
        if (beats) {
          const heard = noteHeartbeat(life, { at, intervalSeconds: 600 })
          expect(heard.returned).toBe(model.told || model.gone)
          life = heard.life
          Object.assign(model, { beats: [...model.beats, now], told: false, gone: false })
        } else if (life) {
          const question = { life, hours: ALWAYS, listeningSince: null, box: null, now: at }
          const { is } = decideComponentState(question)
          if (is === "down" || is === "retired") life = { ...life, state: is }
        }
        expect(life?.state ?? "unknown", at).toBe(stateOf(model, now, beats))
      }
    }),
  )
})

const ALWAYS: Hours = { timeZone: "UTC", active: "ACTIVE", operatingHours: {} }

/** Two distinct hours end the trial; two intervals of ten minutes and a minute of slack are an outage; a week is the end. */
function stateOf(model: { beats: number[]; told: boolean; gone: boolean }, now: number, isHeard: boolean) {
  const last = model.beats.at(-1)
  if (last === undefined) return "unknown"
  const hours = new Set(model.beats.map((ms) => Math.floor(ms / 3_600_000)))
  const alive = hours.size >= 2 ? "watched" : "trial"
  if (isHeard) return alive
  const silent = (now - last) / MINUTE_MS
  model.gone ||= silent >= 7 * 1_440
  if (model.gone) return "retired"
  model.told ||= alive === "watched" && silent >= 21
  return model.told ? "down" : alive
}

/** Each minute of the walk: whether the store was open in it, by the wall clock of its own zone. */
function openMinutes({ timeZone, active, operatingHours }: Hours, zero: number): boolean[] {
  const spans = Object.entries(operatingHours).flatMap(([day, texts]) =>
    (texts ?? []).map((text) => {
      const [from = 0, to = 0] = text.split("-").map((part) => Number(part.slice(0, 2)) * 60 + Number(part.slice(3)))
      return { day: DAYS.indexOf(day as (typeof DAYS)[number]), from, to: to > from ? to : to + 1_440 }
    }),
  )
  const always = Object.keys(operatingHours).length === 0
  return Array.from({ length: WALK_MINUTES }, (_, minute) => {
    if (active !== "ACTIVE") return false
    if (always) return true
    const wall = wallMinute(zero + minute * MINUTE_MS, timeZone)
    return spans.some(({ day, from, to }) =>
      [wall, wall + 7 * 1_440].some((at) => at >= day * 1_440 + from && at < day * 1_440 + to),
    )
  })
}

/** What begins or ends in the hour that the clock of Santiago shows twice: neither reading is wrong. */
function turnsTwice({ timeZone, operatingHours }: Hours, start: string): boolean {
  const texts = Object.values(operatingHours).flatMap((day) => day ?? [])
  return timeZone === "America/Santiago" && start === STARTS[2] && texts.some((text) => /23:(15|30|45)/.test(text))
}

const offsets = new Map<string, number>()

/** Minutes since Monday's midnight on the wall; zones change on the hour, so an hour has one offset. */
function wallMinute(ms: number, timeZone: string): number {
  const hour = Math.floor(ms / 3_600_000) * 3_600_000
  const key = `${timeZone} ${hour}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const text = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(hour)
    offset = Date.parse(`${text.replace(" ", "T")}Z`) - hour
    offsets.set(key, offset)
  }
  const wall = new Date(ms + offset)
  return ((wall.getUTCDay() + 6) % 7) * 1_440 + wall.getUTCHours() * 60 + wall.getUTCMinutes()
}

function dueByWalk(
  open: readonly boolean[],
  { lastBeat, patience, notBefore }: { lastBeat: number; patience: number; notBefore: number },
): number | null {
  let missed = 0
  for (let minute = lastBeat; minute < open.length; minute += 1) {
    missed = open[minute] ? missed + 1 : 0
    if (missed >= patience && minute + 1 >= notBefore) return minute + 1
  }
  return null
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
}
