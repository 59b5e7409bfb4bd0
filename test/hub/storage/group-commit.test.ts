/** What callers of one tenant want written is gathered: few groups under load, nobody waits alone, and nobody fails for another. */
import { describe, expect, it } from "vitest"
import { createGroupCommit } from "../../../hub/storage/group-commit.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"

const QUITO = { accountId: "acme", vendorId: "acme.ec.quito" }
const LIMA = { accountId: "acme", vendorId: "acme.pe.lima" }

function gathered({ groupMax = 64, fails = [] as readonly string[] } = {}) {
  const groups: { vendorId: string; group: readonly string[] }[] = []
  const take = createGroupCommit({
    groupMax,
    write: async ({ vendorId }, group: readonly string[]) => {
      groups.push({ vendorId, group })
      if (group.includes("gone")) throw new StoreUnavailable("gone", { committed: "no" })
      if (group.some((one) => fails.includes(one))) throw new Error("broken")
      return group.map((one) => one.toUpperCase())
    },
  })
  return { groups, take }
}

describe("writes that arrive together", () => {
  it("are one group of their tenant, answered one by one", async () => {
    const { groups, take } = gathered()
    expect(await Promise.all([take(QUITO, "a"), take(LIMA, "b"), take(QUITO, "c")])).toEqual(["A", "B", "C"])
    expect(groups).toEqual([
      { vendorId: QUITO.vendorId, group: ["a", "c"] },
      { vendorId: LIMA.vendorId, group: ["b"] },
    ])
  })

  it("form groups up to a limit", async () => {
    const { groups, take } = gathered({ groupMax: 10 })
    await Promise.all(Array.from({ length: 25 }, (_, n) => take(QUITO, `${n}`)))
    expect(groups.map(({ group }) => group.length)).toEqual([10, 10, 5])
  })

  it("run alone if their group fails, so that one failure affects no other", async () => {
    const { take } = gathered({ fails: ["b"] })
    const ends = await Promise.allSettled([take(QUITO, "a"), take(QUITO, "b"), take(QUITO, "c")])
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  })

  it("are refused at once while the database is unavailable", async () => {
    const { groups, take } = gathered()
    const ends = await Promise.allSettled([take(QUITO, "gone"), take(QUITO, "a")])
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(groups).toHaveLength(1)
  })
})
