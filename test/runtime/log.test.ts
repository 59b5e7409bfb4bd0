import { expect, it } from "vitest"
import { createLog, hidePassword, SECRET_NAMES } from "../../runtime/log.ts"

function openLog(level: "debug" | "info" = "info") {
  const lines: string[] = []
  const log = createLog({ level, name: "hub", destination: { write: (line) => void lines.push(line) } })
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line)) }
}

it("writes one JSON line for each entry, with level, moment and name", () => {
  const { log, entries } = openLog()
  log.info({ store: "quito" }, "store back")
  log.debug("not at this level")
  expect(entries()).toEqual([
    expect.objectContaining({ level: "info", name: "hub", store: "quito", msg: "store back" }),
  ])
  expect(entries()[0].time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

it("redacts every secret name at every logged depth, and nothing else", () => {
  const { log, lines } = openLog()
  for (const name of SECRET_NAMES) {
    const leaf = { [name]: "hush-hush", kept: "plain" }
    log.info({ ...leaf, a: { ...leaf, b: { ...leaf, c: leaf } } }, "entry")
  }
  expect(lines).toHaveLength(SECRET_NAMES.length)
  for (const line of lines) {
    expect(line).not.toContain("hush-hush")
    expect(line.match(/"plain"/g)).toHaveLength(4)
  }
})

it("redacts secrets in a child logger's fields", () => {
  const { log, lines } = openLog()
  log.child({ headers: { authorization: "Bearer hush-hush" }, request: "r1" }).warn("refused")
  expect(lines[0]).toContain('"request":"r1"')
  expect(lines[0]).not.toContain("hush-hush")
})

it("writes an error with its message, stack and cause", () => {
  const { log, entries } = openLog()
  log.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed")
  expect(entries()[0].err.message).toContain("outer")
  expect(entries()[0].err.stack).toContain("inner")
})

it("does not change its input", () => {
  const { log } = openLog()
  const fields = { headers: { authorization: "Bearer x" } }
  log.info(fields, "request")
  expect(fields.headers.authorization).toBe("Bearer x")
})

it.each([
  ["postgres://brasa:s3cret@db:5432/hub", "postgres://brasa:***@db:5432/hub"],
  ["mqtt://store:p%40ss@broker", "mqtt://store:***@broker"],
  ["postgres://brasa:p@ss@db/hub", "postgres://brasa:***@db/hub"],
  ["sqlite:/var/lib/brasa/hub.db", "sqlite:/var/lib/brasa/hub.db"],
  ["http://hub.example:8080/a@b", "http://hub.example:8080/a@b"],
])("shows %s as %s", (url, shown) => {
  expect(hidePassword(url)).toBe(shown)
})
