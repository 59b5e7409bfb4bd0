/** A fortnight of a store's devices, minute by minute, through the rules alone; its outages were worked out by hand. */
import { expect, it } from "vitest"
import { type Hours, openingsBetween } from "../../../../protocol/rules/business-day/operating-hours.ts"
import { decideComponentState, type Life, noteHeartbeat } from "../../../../protocol/rules/health/component-states.ts"
import { outageMinutes } from "../../../../protocol/rules/health/outage.ts"

const MINUTE_MS = 60_000
const INTERVAL_SECONDS = 600

/** Santiago, whose clock goes back from 24:00 to 23:00 on Saturday 4 April: that night has an hour more. */
const STORE: Hours = {
  timeZone: "America/Santiago",
  active: "ACTIVE",
  operatingHours: {
    mon: ["10:00-23:00"],
    tue: ["10:00-23:00"],
    // Wednesday is the day off.
    thu: ["10:00-23:00"],
    fri: ["10:00-02:00"],
    sat: ["10:00-02:00"],
    sun: ["11:00-22:00"],
  },
}

const START = "2026-03-30T00:00:00-03:00"
const END = "2026-04-13T00:00:00-04:00"

type Outage = [from: string, to: string | null, minutes: number]

/** Beats every ten minutes in `awake`. */
interface Device {
  readonly awake: (ms: number) => boolean
  readonly outages: readonly Outage[]
  readonly end: Life["state"]
}

const before = (moment: string) => (ms: number) => ms <= Date.parse(moment)
const away = (from: string, to: string) => (ms: number) => ms <= Date.parse(from) || ms >= Date.parse(to)
const isOpen = (ms: number) => openingsBetween(STORE, ms, ms + 1).length > 0
/** As people do it: on ten minutes after the opening, off ten minutes before the close. */
const byHand = (ms: number) => isOpen(ms - 10 * MINUTE_MS) && isOpen(ms + 11 * MINUTE_MS)

const FLEET: Readonly<Record<string, Device>> = {
  "never off": { awake: () => true, outages: [], end: "watched" },
  "off whenever the store is closed": { awake: isOpen, outages: [], end: "watched" },
  "switched on late and off early each day": { awake: byHand, outages: [], end: "watched" },
  "one beat is lost now and then": {
    awake: (ms) => ms % (7_200 * 1_000) !== 0,
    outages: [],
    end: "watched",
  },
  // Saturday 22:00 to 02:00 with the hour that came twice: 300. Sunday 11 to 22: 660. Monday 10 to 12: 120.
  "dead over the longer night, back on Monday at noon": {
    awake: away("2026-04-04T22:00:00-03:00", "2026-04-06T12:00:00-04:00"),
    outages: [["2026-04-05T01:00:00.000Z", "2026-04-06T16:00:00.000Z", 1_080]],
    end: "watched",
  },
  // Tuesday 22:30 to 23:00: 30. Wednesday is off. Thursday 10:00 to 10:10: 10.
  "dead over the day off": {
    awake: away("2026-04-07T22:30:00-04:00", "2026-04-09T10:10:00-04:00"),
    outages: [["2026-04-08T02:30:00.000Z", "2026-04-09T14:10:00.000Z", 40]],
    end: "watched",
  },
  // Tuesday 22:50 to 23:00 is one interval; Thursday it is back within the first: nothing was missed.
  "away over the day off alone": {
    awake: away("2026-04-07T22:50:00-04:00", "2026-04-09T10:00:00-04:00"),
    outages: [],
    end: "watched",
  },
  // Monday 12:00 to 12:30 is 30 minutes; Friday's night from 23:50 to 00:40 crosses midnight: 50.
  "dead twice": {
    awake: (ms) =>
      away("2026-03-30T12:00:00-03:00", "2026-03-30T12:30:00-03:00")(ms) &&
      away("2026-04-10T23:50:00-04:00", "2026-04-11T00:40:00-04:00")(ms),
    outages: [
      ["2026-03-30T15:00:00.000Z", "2026-03-30T15:30:00.000Z", 30],
      ["2026-04-11T03:50:00.000Z", "2026-04-11T04:40:00.000Z", 50],
    ],
    end: "watched",
  },
  // Monday 15 to 23: 480. Tuesday 780. Thursday 780. Friday and Saturday 960 each. Sunday 660.
  "dead since the second Monday": {
    awake: before("2026-04-06T15:00:00-04:00"),
    outages: [["2026-04-06T19:00:00.000Z", null, 4_620]],
    end: "down",
  },
  // Tuesday 31 March 12:00 to 23:00: 660. Thursday 780. Friday 960. Saturday 1020. Sunday 660. Monday 780. Tuesday 10 to 11 is a week after: 60.
  "dead for a week, and so retired": {
    awake: before("2026-03-31T12:00:00-03:00"),
    outages: [["2026-03-31T15:00:00.000Z", "2026-04-07T15:00:00.000Z", 4_920]],
    end: "retired",
  },
  "heard in one hour only": { awake: before("2026-03-30T00:50:00-03:00"), outages: [], end: "retired" },
}

it.each(Object.entries(FLEET))("%s", (_, device) => {
  expect(live(device.awake)).toEqual({ outages: device.outages, end: device.end })
})

function live(awake: (ms: number) => boolean): { outages: Outage[]; end: Life["state"] | undefined } {
  let life: Life | null = null
  let lookAt = ""
  let from: string | null = null
  const outages: Outage[] = []
  const end = (to: string | null, until: string) => {
    if (from !== null) outages.push([from, to, outageMinutes(STORE, from, until)])
    from = null
  }
  for (let ms = Date.parse(START); ms < Date.parse(END); ms += MINUTE_MS) {
    const now = new Date(ms).toISOString()
    if (life !== null && lookAt <= now) {
      const verdict = decideComponentState({ life, hours: STORE, listeningSince: null, box: null, now })
      if (verdict.is === "down" && life.state === "watched") from = life.lastBeatAt
      if (verdict.is === "retired") end(now, now)
      const was: Life = life
      life = { ...was, state: verdict.is === "fine" ? was.state : verdict.is }
      lookAt = verdict.lookAt
    }
    if (ms % (INTERVAL_SECONDS * 1_000) !== 0 || !awake(ms)) continue
    const heard = noteHeartbeat(life, { at: now, intervalSeconds: INTERVAL_SECONDS })
    if (heard.returned) end(now, now)
    const changed: boolean = life?.state !== heard.life.state
    life = heard.life
    if (changed) lookAt = decideComponentState({ life, hours: STORE, listeningSince: null, box: null, now }).lookAt
  }
  end(null, new Date(Date.parse(END)).toISOString())
  return { outages, end: life?.state }
}
