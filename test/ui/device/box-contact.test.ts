import { describe, expect, it } from "vitest"
import { createBoxContact } from "../../../ui/device/box-contact.ts"

function stage(kept: string | null = null) {
  const state = { now: "12:00", kept, writes: 0, changes: 0 }
  const contact = createBoxContact({
    now: () => state.now,
    memory: {
      read: () => state.kept,
      write(moment) {
        state.kept = moment
        state.writes += 1
      },
    },
  })
  contact.subscribe(() => {
    state.changes += 1
  })
  return { state, contact }
}

describe("the contact with the box", () => {
  it("is measured for a waiting request from the last answer", () => {
    const { state, contact } = stage()
    contact.answered()
    state.now = "12:03"
    contact.lost()
    const wait = contact.startWaiting()
    wait.count()
    wait.count()
    expect(contact.waiting()).toEqual({ since: "12:00", attempts: 2 })
    wait.end()
    expect(contact.waiting()).toBeNull()
    expect(state.changes).toBe(3)
  })

  it("waits until the last of several requests has its answer", () => {
    const { contact } = stage()
    const [first, second] = [contact.startWaiting(), contact.startWaiting()]
    contact.lost()
    first.count()
    second.count()
    first.end()
    expect(contact.waiting()).toEqual({ since: "12:00", attempts: 2 })
    second.end()
    expect(contact.waiting()).toBeNull()
  })

  it("remembers the last answer across a reload only while the box is away", () => {
    const { state, contact } = stage()
    contact.answered()
    expect(state.writes).toBe(0)
    state.now = "12:03"
    contact.lost()
    contact.lost()
    expect(state).toMatchObject({ kept: "12:00", writes: 1 })
    expect(stage(state.kept).contact.lastAnswer()).toBe("12:00")
    contact.answered()
    expect(state).toMatchObject({ kept: null, writes: 2 })
    expect(contact.lastAnswer()).toBe("12:03")
  })

  it("is measured from the first lost request if the box has never answered", () => {
    const { state, contact } = stage()
    contact.lost()
    state.now = "12:03"
    contact.lost()
    expect(contact.lastAnswer()).toBe("12:00")
  })
})
