/** Who makes room for whom, as a table of arrivals. */
import { describe, expect, it, test } from "vitest"
import { createUnauthenticatedConnections, networkOf } from "../../runtime/unauthenticated-connections.ts"

const A = "192.0.2.1"
const B = "192.0.2.2"

function aRoom(all: number, ofOneAddress: number) {
  const out: string[] = []
  const strangers = createUnauthenticatedConnections<{ name: string; destroy(): void }>({
    all,
    perAddress: ofOneAddress,
  })
  const come = (name: string, address: string) => {
    const one = { name, destroy: () => void out.push(name) }
    strangers.add(one, address)
    return one
  }
  return { strangers, out, come }
}

describe("a new connection", () => {
  it("closes no other while there is room", () => {
    const { strangers, out, come } = aRoom(3, 2)
    for (const [name, address] of [["1", A] as const, ["2", A] as const, ["3", B] as const]) come(name, address)
    expect([out, strangers.count()]).toEqual([[], 3])
  })

  it("replaces the most silent one of its address if that has its limit", () => {
    const { out, come } = aRoom(10, 2)
    for (const name of ["1", "2", "3", "4"]) come(name, A)
    expect(out).toEqual(["1", "2"])
  })

  it("replaces one of the address with the most if all places are taken", () => {
    const { strangers, out, come } = aRoom(4, 3)
    come("friend", B)
    for (const name of ["1", "2", "3"]) come(name, A)
    come("another friend", B)
    expect([out, strangers.count()]).toEqual([["1"], 4])
  })

  it("from an unknown address is counted all the same", () => {
    const { strangers, out } = aRoom(1, 1)
    const put = (name: string) => strangers.add({ name, destroy: () => void out.push(name) }, undefined)
    for (const name of ["1", "2"]) put(name)
    expect([out, strangers.count()]).toEqual([["1"], 1])
  })
})

it("prefers connections that have sent something to silent ones", () => {
  const { strangers, out, come } = aRoom(10, 2)
  strangers.touch(come("1", A))
  const first = come("2", A)
  strangers.touch(first)
  const second = come("3", A)
  expect(out).toEqual(["1"])
  strangers.touch(first)
  come("4", A)
  expect([out, second.name]).toEqual([["1", "3"], "3"])
})

it("counts no connection that has logged in or gone, and none twice", () => {
  const { strangers, out, come } = aRoom(2, 2)
  const one = come("1", A)
  strangers.forget(one)
  strangers.forget(one)
  strangers.touch(one)
  come("2", A)
  come("3", A)
  expect([out, strangers.count()]).toEqual([[], 2])
})

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["", ""],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network)
})
