/** What is waited for of bodies, without a network: their time, their room, their end. */
import type { IncomingMessage } from "node:http"
import { expect, it } from "vitest"
import { type BodyEnd, createBodies, hasBody } from "../../../runtime/http/bodies.ts"

const KIB = 1024
/** What a request holds before any byte of its body. */
const EMPTY = 16 * KIB

function aRoom(bytes: number, ms = 1_000) {
  let now = 0
  const bodies = createBodies({ bytes, ms }, () => now)
  const ends: [string, BodyEnd][] = []
  const destroyed: string[] = []
  const request = (name: string) => ({ destroy: () => void destroyed.push(name) }) as unknown as IncomingMessage
  const open = (name: string, isRead = true) => {
    const body = bodies.open(request(name))
    if (isRead) body.onEnd((why) => ends.push([name, why]))
    return body
  }
  const pass = (more: number) => {
    now += more
  }
  return { bodies, ends, destroyed, open, pass }
}

it("the body that began first ends when there is no room for more", () => {
  const { open, ends } = aRoom(4 * EMPTY)
  open("first")
  const second = open("second")
  second.grow(2 * EMPTY)
  expect(ends).toEqual([])
  second.grow(1)
  expect(ends).toEqual([["first", "no room"]])
  second.grow(EMPTY)
  expect(ends).toEqual([
    ["first", "no room"],
    ["second", "no room"],
  ])
})

it("counts a body that has sent nothing, and none that has arrived", () => {
  const { open, ends } = aRoom(2 * EMPTY)
  open("arrived").close()
  for (const name of ["first", "second", "third"]) open(name)
  expect(ends).toEqual([["first", "no room"]])
})

it("ends those that take too long, once each, and no other", () => {
  const { bodies, open, ends, pass } = aRoom(10 * EMPTY)
  open("slow")
  pass(600)
  open("in time")
  pass(399)
  bodies.sweep()
  expect(ends).toEqual([])
  pass(1)
  bodies.sweep()
  bodies.sweep()
  expect(ends).toEqual([["slow", "too slow"]])
})

it("says so later to who reads later", () => {
  const { bodies, open, ends, pass } = aRoom(10 * EMPTY)
  const body = open("slow", false)
  pass(1_000)
  bodies.sweep()
  body.onEnd((why) => ends.push(["slow", why]))
  expect(ends).toEqual([["slow", "too slow"]])
})

it("ends all at a stop, those that come after it, and the connection of whoever nobody answers", () => {
  const { bodies, open, ends, destroyed } = aRoom(10 * EMPTY)
  open("read")
  open("unread", false)
  bodies.stop()
  open("late")
  expect([ends, destroyed]).toEqual([
    [
      ["read", "stopping"],
      ["late", "stopping"],
    ],
    ["unread"],
  ])
})

it.each([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "1" }, true],
  [{ "transfer-encoding": "chunked" }, true],
])("of %j a body is expected: %s", (headers, is) => {
  expect(hasBody({ headers } as IncomingMessage)).toBe(is)
})
