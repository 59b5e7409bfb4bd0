/** A box that is started on a full disk: it starts, reports it in one line, and recovers when there is room. */
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { saveConfig } from "../../appliance/catalog/index.ts"
import { createBoxStore } from "../../appliance/storage/index.ts"
import { systemClock } from "../../runtime/clock.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { layBoxFile } from "../kit/box-file.ts"
import { aStoreConfig } from "../kit/lone-box.ts"
import { type Program, runProgram, startProgram } from "../kit/processes.ts"
import { fillDisk, makeRoom, mountDisk, unmountDisk } from "../kit/small-disk.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const UP = /"msg":"the box is up"/
const NO_DISK = "a disk cannot be mounted here"
const PAIRING = /pairing code \S+/
const disk = tempDir()
let isMounted = false

beforeAll(() => {
  isMounted = mountDisk(disk, "size=24m")
})

afterAll(() => {
  if (isMounted) unmountDisk(disk)
})

/** The directory of an appliance that has its store; without a store it has never been given one. */
function lay(name: string, { hasStore }: { hasStore: boolean }): string {
  const data = join(disk, name)
  mkdirSync(data)
  const db = openSqlite(layBoxFile(data))
  if (hasStore) createBoxStore(db, systemClock).write((tx) => saveConfig(tx, aStoreConfig()))
  db.close()
  return data
}

const argsOf = (data: string) => ["appliance", "--data", data, "--port", "0", "--mqtt-port", "0"]

function start(data: string): Program {
  const program = startProgram(argsOf(data))
  whenOver(() => program.kill())
  return program
}

it.for([
  ["that waits for its store", { hasStore: false, isKilled: false }],
  ["that waits for its store, after a power cut", { hasStore: false, isKilled: true }],
  ["whose first screen is not paired", { hasStore: true, isKilled: false }],
  ["whose first screen is not paired, after a power cut", { hasStore: true, isKilled: true }],
] as const)(
  "a box %s starts on a full disk, and continues when there is room",
  async ([name, { hasStore, isKilled }], test) => {
    if (!isMounted) return test.skip(NO_DISK)
    const data = lay(name.replaceAll(/\W+/g, "-"), { hasStore })
    const first = start(data)
    await first.says(UP)
    await (isKilled ? first.kill() : first.stop())
    fillDisk(disk)
    try {
      const second = start(data)
      await second.says(UP)
      await second.says(/there is hardly any room on the disk/)
      makeRoom(disk)
      // Of these the disk may have taken none before.
      if (hasStore) await second.says(PAIRING)
      expect(await second.stop()).toBe(0)
    } finally {
      if (readdirSync(disk).includes("filler")) makeRoom(disk)
    }
  },
)

it("a first start on a full disk ends with one line, and the next one with room works", async (test) => {
  if (!isMounted) return test.skip(NO_DISK)
  const data = join(disk, "never-started")
  fillDisk(disk)
  const { code, err } = await runProgram(argsOf(data)).finally(() => makeRoom(disk))
  expect([code, err.trim().split("\n").length]).toEqual([2, 1])
  expect(err).toContain("the disk cannot be written")
  const second = start(data)
  await second.says(UP)
  expect(await second.stop()).toBe(0)
})
