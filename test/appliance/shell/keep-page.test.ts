/** One page stays on the screen: what fails waits on the offline page, what dies or hangs comes back by itself. */
import { expect, it } from "vitest"
import { createGrowingWait, FORGIVEN_AFTER_MS, WAITS_MS } from "../../../appliance/shell/backoff.ts"
import { keepPage, LOAD_TIMEOUT_MS, UNRESPONSIVE_MS } from "../../../appliance/shell/keep-page.ts"
import { handTimers, standInContents } from "./stand-ins.ts"

const PAGE = "http://127.0.0.1:8090/pos"
const OFFLINE = "file:///opt/brasa-kiosk/pages/offline.html?lang=es"
const REFUSED = -102
const ABORTED = -3

function keep() {
  const hand = handTimers()
  const view = standInContents()
  const { clock, timers } = hand
  const kept = keepPage(view.contents, { page: PAGE, offline: OFFLINE, clock, timers, report: () => {} })
  kept.start()
  return { ...hand, view, kept }
}

it("shows the box's page, and the offline page while it is unreachable", () => {
  const { view } = keep()
  expect(view.shown).toEqual([PAGE])
  view.tell("did-fail-load", {}, REFUSED, "ERR_CONNECTION_REFUSED", PAGE, true)
  expect(view.shown).toEqual([PAGE, OFFLINE])
})

it.each([500, 503, 404])("shows the offline page too when the box answers %i", (status) => {
  const { view } = keep()
  view.tell("did-navigate", {}, PAGE, status)
  expect(view.shown).toEqual([PAGE, OFFLINE])
})

it("keeps the page if only a part of it failed, or if something else was requested meanwhile", () => {
  const { view } = keep()
  view.tell("did-fail-load", {}, REFUSED, "ERR_CONNECTION_REFUSED", "http://127.0.0.1:8090/frame", false)
  view.tell("did-fail-load", {}, ABORTED, "ERR_ABORTED", PAGE, true)
  view.tell("did-navigate", {}, PAGE, 200)
  expect(view.shown).toEqual([PAGE])
})

it("shows the offline page instead of a dark screen, and waits for a page that is loading", () => {
  const late = keep()
  late.pass(LOAD_TIMEOUT_MS)
  expect(late.view.shown).toEqual([PAGE, OFFLINE])
  const there = keep()
  there.view.tell("did-finish-load")
  there.pass(LOAD_TIMEOUT_MS)
  expect(there.view.shown).toEqual([PAGE])
})

it("restarts a page that crashed, each time a little later", () => {
  const { view, pass } = keep()
  view.tell("did-finish-load")
  WAITS_MS.forEach((wait, n) => {
    view.tell("render-process-gone", {}, { reason: "crashed" })
    view.tell("render-process-gone", {}, { reason: "crashed" })
    pass(wait - 1)
    expect(view.shown).toHaveLength(n + 1)
    pass(1)
    expect(view.shown).toHaveLength(n + 2)
    view.tell("did-finish-load")
  })
  expect(new Set(view.shown)).toEqual(new Set([PAGE]))
})

it("reloads a page that hangs, but not one that was only busy", () => {
  const { view, pass } = keep()
  view.tell("unresponsive")
  pass(UNRESPONSIVE_MS - 1)
  view.tell("responsive")
  pass(UNRESPONSIVE_MS)
  expect(view.crashes).toBe(0)
  view.tell("unresponsive")
  view.tell("unresponsive")
  pass(UNRESPONSIVE_MS)
  expect(view.crashes).toBe(1)
})

it("waits and tries again if even the offline page fails", () => {
  const { view, pass } = keep()
  view.tell("did-fail-load", {}, REFUSED, "ERR_CONNECTION_REFUSED", PAGE, true)
  view.tell("did-fail-load", {}, -6, "ERR_FILE_NOT_FOUND", OFFLINE, true)
  pass(WAITS_MS[0])
  expect(view.shown).toEqual([PAGE, OFFLINE, PAGE])
})

it("leaves nothing running once it is stopped", () => {
  const { view, kept, pass, waiting } = keep()
  view.tell("unresponsive")
  view.tell("render-process-gone", {}, { reason: "killed" })
  kept.stop()
  expect(waiting()).toBe(0)
  view.tell("render-process-gone", {}, { reason: "killed" })
  pass(60_000)
  expect(view.shown).toEqual([PAGE])
})

it("increases its waits, and resets them after a good while", () => {
  const { clock } = handTimers()
  const wait = createGrowingWait(clock)
  const waits = Array.from({ length: WAITS_MS.length + 2 }, () => {
    const ms = wait.next()
    clock.advance(ms)
    return ms
  })
  expect(waits).toEqual([...WAITS_MS, WAITS_MS.at(-1), WAITS_MS.at(-1)])
  clock.advance(FORGIVEN_AFTER_MS)
  expect(wait.next()).toBe(WAITS_MS[0])
  clock.set("2026-11-20T18:00:00.000Z")
  expect(wait.next(), "a clock that was set back").toBe(WAITS_MS[1])
})
