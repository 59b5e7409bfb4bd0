/** The journal beside the database: what it gives back, whatever became of its last line, its size and its place. */
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Journal, openJournal } from "../../../appliance/sync/index.ts"
import type { LoggedOp } from "../../../protocol/sync/batch.ts"
import { tempDir } from "../../kit/temp.ts"

const log = { warn: () => undefined, error: () => undefined }
const AT = "2026-11-26T12:00:00.000Z"
const markOf = (seq: number) => seq.toString(16).padStart(12, "0")

function op(seq: number, body: object = { n: seq }, kind = "audit.recorded"): LoggedOp {
  return { seq, mark: markOf(seq), kind, at: AT, body: JSON.stringify(body), skewMs: null }
}

const numbered = (seq: number, sequence: number) =>
  op(seq, { record: { side: "appliance", sequenceKey: "EC/001-002", sequence } }, "fiscal.numbered")

function started(folders: readonly string[], options: { isNew?: boolean; segmentBytesMax?: number } = {}): Journal {
  const { isNew = false, ...rest } = options
  const journal = openJournal({ folders, log, ...rest })
  journal.start(isNew)
  return journal
}

function write(folders: readonly string[], ops: readonly LoggedOp[], segmentBytesMax?: number): void {
  const journal = started(folders, segmentBytesMax === undefined ? {} : { segmentBytesMax })
  for (const one of ops) journal.append(one)
  journal.close()
}

const read = (...folders: string[]) => openJournal({ folders, log })

describe("a journal", () => {
  it("returns the operations after a mark in order, byte for byte", () => {
    const folder = tempDir()
    const ops = [op(1), op(2, { note: "ñ 🥜\n" }), op(3)]
    write([folder], ops)
    expect(read(folder).since(markOf(1))).toEqual(ops.slice(1))
    expect(read(folder).since(markOf(3))).toEqual([])
    expect(read(folder).since(null)).toEqual(ops)
    expect(read(folder).since(markOf(9))).toBeNull()
    expect(read(folder).lastMark).toBe(markOf(3))
  })

  it("is readable only for its owner", () => {
    const folder = tempDir()
    write([folder], [op(1)])
    expect(statSync(join(folder, "journal")).mode & 0o777).toBe(0o600)
  })

  it("loses only the last line when a power cut tore it, and continues", () => {
    const folder = tempDir()
    const cutOff = started([folder])
    cutOff.append(op(1))
    cutOff.append(op(2))
    const path = join(folder, "journal")
    truncateSync(path, statSync(path).size - 4)
    expect(read(folder)).toMatchObject({ isOriginal: true })
    expect(read(folder).since(markOf(1))).toEqual([])
    write([folder], [op(2, { again: true }), op(3)])
    expect(read(folder).since(markOf(1))).toEqual([op(2, { again: true }), op(3)])
  })

  it("skips a line with a changed byte", () => {
    const folder = tempDir()
    write([folder], [op(1), op(2), op(3)])
    const path = join(folder, "journal")
    const text = readFileSync(path, "utf8").replace('"body":{"n":2}', '"body":{"n":7}')
    rmSync(path)
    appendFileSync(path, text)
    expect(read(folder).since(markOf(1))).toEqual([op(3)])
  })

  it("keeps two files, and the last numbers of those it removed", () => {
    const folder = tempDir()
    const many = Array.from({ length: 60 }, (_, n) => op(n + 2))
    write([folder], [numbered(1, 41), ...many], 1000)
    expect(read(folder).since(markOf(1))).toBeNull()
    expect(read(folder).since(markOf(58))).toEqual([op(59), op(60), op(61)])
    expect(read(folder).since(null)).toBeNull()
    expect(read(folder).numbers()).toEqual({ "EC/001-002": 41 })
  })

  it("is no original after it was copied", () => {
    const folder = tempDir()
    write([folder], [op(1)])
    expect(read(folder).isOriginal).toBe(true)
    const copy = join(tempDir(), "copy")
    cpSync(folder, copy, { recursive: true })
    expect(read(copy)).toMatchObject({ isOriginal: false, isCopy: true })
    expect(read(copy).since(null)).toEqual([op(1)])
  })

  it("is no original after an earlier copy was written over it", () => {
    for (const crash of [false, true]) {
      const folder = tempDir()
      write([folder], [op(1)])
      const earlier = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
      const journal = started([folder])
      journal.append(op(2))
      if (!crash) journal.close()
      for (const [name, bytes] of earlier) writeFileSync(join(folder, name), bytes)
      expect(read(folder)).toMatchObject({ isOriginal: false, isCopy: true })
      if (crash) journal.close()
    }
  })

  it("continues only its numbers beside a new database", () => {
    const folder = tempDir()
    write([folder], [numbered(1, 7)])
    started([folder], { isNew: true }).close()
    expect(read(folder).since(null)).toEqual([])
    expect(read(folder).numbers()).toEqual({ "EC/001-002": 7 })
  })

  it("on a second disk has what the first one lost, and completes the first", () => {
    const [first, second] = [tempDir(), tempDir()]
    write([first, second], [op(1)])
    const before = join(tempDir(), "before")
    cpSync(first, before, { recursive: true })
    write([first, second], [op(2), op(3)])
    rmSync(join(first, "journal"))
    cpSync(before, first, { recursive: true })
    expect(read(first, second).since(markOf(1))).toEqual([op(2), op(3)])
    expect(read(first, second).isOriginal).toBe(true)
    write([first, second], [op(4)])
    expect(read(first).since(markOf(1))).toEqual([op(2), op(3), op(4)])
  })

  it("that cannot be written prevents no sale", () => {
    const faults: unknown[] = []
    const journal = openJournal({
      folders: ["/proc/none"],
      log: { ...log, error: (fault: unknown) => faults.push(fault) },
    })
    journal.start(false)
    journal.append(op(1))
    journal.close()
    expect(faults).toHaveLength(1)
  })
})
