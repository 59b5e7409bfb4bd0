import { describe, expect, it } from "vitest"
import {
  entitiesOf,
  finaliseRow,
  type RowStatus,
  rowsToOpen,
  syncStatusOf,
} from "../../../../protocol/rules/catalog/menu-sync.ts"

const NOW = "2026-11-21T18:00:00.000Z"

describe("menu sync (docs/contract/menu.md#menu-sync-states)", () => {
  it.each<[RowStatus[], string]>([
    [[], "PENDING"],
    [["pending"], "PENDING"],
    [["pending", "SUCCESS"], "PENDING"],
    [["FAILED", "pending"], "PENDING"],
    [["SUCCESS", "SUCCESS"], "SYNCED"],
    [["SUCCESS", "FAILED"], "FAILED"],
    [["FAILED", "FAILED"], "FAILED"],
    [["SUCCESS", "SUCCESS", "pending"], "PENDING"],
    [["SUCCESS", "SUCCESS", "FAILED"], "FAILED"],
  ])("rows %j make %s", (rows, status) => {
    expect(syncStatusOf(rows)).toBe(status)
  })

  it.each([
    ["PRODUCTS", ["menu", "products"]],
    ["products", ["menu", "products"]],
    ["Products", ["menu", "products"]],
    ["STORES", ["stores"]],
    ["stores", ["stores"]],
    ["Menu", ["menu"]],
    ["other", ["other"]],
  ])("type %s closes %j", (type, entities) => {
    expect(entitiesOf(type)).toEqual(entities)
  })

  it.each([
    ["POS", false, ["menu", "products"]],
    ["kiosk", true, ["menu", "products", "stores"]],
    ["GLOVO", false, ["products"]],
    ["GLOVO", true, ["products", "stores"]],
  ])("a publication in %s (stores: %s) opens %j", (channel, withStores, rows) => {
    expect(rowsToOpen(channel, { withStores })).toEqual(rows)
  })

  it.each([
    [{ status: "SUCCESS" as const, message: "kept nowhere" }, null],
    [{ status: "SUCCESS" as const }, null],
    [{ status: "FAILED" as const, message: "no network" }, "no network"],
    [{ status: "FAILED" as const }, "The integrator reported a failure without saying why."],
    [{ status: "FAILED" as const, message: "x".repeat(2000) }, "x".repeat(2000)],
    [{ status: "FAILED" as const, message: ` ${"x".repeat(2001)}` }, "x".repeat(2000)],
    [{ status: "FAILED" as const, message: "🍔".repeat(2001) }, "🍔".repeat(2000)],
    [{ status: "FAILED" as const, message: `x${"🍔".repeat(5000)}` }, `x${"🍔".repeat(1999)}`],
    [{ status: "FAILED" as const, message: "  " }, "The integrator reported a failure without saying why."],
  ])("%j leaves the error %j", (report, error) => {
    const row = finaliseRow(report, NOW)
    expect(row).toEqual({ status: report.status, error, completedAt: NOW })
    expect(row.error?.isWellFormed() ?? true).toBe(true)
  })
})
