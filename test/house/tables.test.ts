/** Each table of the hub has one folder that owns it: the folder that writes it and exports what others ask of it. */
import { describe, expect, it } from "vitest"
import { readSources } from "./sources.ts"

/** Tables that a folder reads or writes beside their owner, and why. */
const EXCEPTIONS: readonly { readonly folder: string; readonly tables: readonly string[]; readonly why: string }[] = [
  {
    folder: "action-items",
    tables: [
      "charge_attempt",
      "charge_intent",
      "day_check",
      "fiscal_request",
      "job",
      "lost_sale",
      "order_conflict",
      "orders",
      "parked_op",
      "store",
      "store_parked",
      "webhook_endpoint",
    ],
    why: "lists open items of every kind on one page, with one query per kind",
  },
  {
    folder: "order-timeline",
    tables: [
      "callback",
      "charge_attempt",
      "charge_intent",
      "delivery",
      "delivery_attempt",
      "event",
      "fiscal_request",
      "job",
      "order_alias",
      "order_correction",
      "orders",
      "webhook_endpoint",
    ],
    why: "shows everything that is stored about one order",
  },
  {
    folder: "retention",
    tables: [
      "business_day",
      "charge_intent",
      "fiscal_request",
      "order_alias",
      "order_correction",
      "orders",
      "refund",
      "vendor",
    ],
    why: "moves old orders and the rows that belong to them into the archive",
  },
  {
    folder: "sync-handlers",
    tables: ["callback", "charge_intent", "fiscal_request", "orders"],
    why: "looks up which store owns the records that an operation names",
  },
  {
    folder: "tenants",
    tables: ["payment_provider", "person", "webhook_endpoint"],
    why: "writes everything that a provisioning file holds, in one transaction",
  },
  { folder: "callbacks", tables: ["orders"], why: "joins reports with the business day of their order" },
  { folder: "catalog", tables: ["store"], why: "joins menus and stock with the names of their stores" },
  { folder: "health", tables: ["store", "store_link"], why: "sorts the list of stores by their state" },
  { folder: "payments", tables: ["store"], why: "is imported by the folder that owns it, and must not import it" },
  { folder: "store-audit", tables: ["store"], why: "walks all stores along the index of audit entries" },
  { folder: "updates", tables: ["store"], why: "joins stores with the rings and halts of their vendor" },
  {
    folder: "webhooks",
    tables: ["orders", "store", "vendor"],
    why: "is imported by the folders that own these, and must not import them",
  },
]

const USE =
  /\b(?:select\w*|insert\w*|update\w*|delete\w*|remove\w*|from|innerJoin|leftJoin)\(\s*"([a-z_]+)(?: as \w+)?"|\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)|\btable: "([a-z_]+)"/g

describe("each table of the hub", () => {
  const hub = readSources().filter(({ path }) => path.startsWith("hub/") && !/\/(ui|composition)\//.test(path))
  const tables = new Set(
    hub.flatMap(({ text }) => {
      const [, interfaceBody = ""] = /(?:interface|type) \w+Tables[^{]*\{([^}]*)\}/.exec(text) ?? []
      return [...interfaceBody.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name = ""]) => name)
    }),
  )
  /** `table folder`, for every table that a file of the folder names in a query. */
  const uses = new Set(
    hub.flatMap(({ path, text }) => {
      const [, folder = ""] = path.split("/")
      if (folder === "storage") return []
      const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "")
      return [...code.matchAll(USE)]
        .map(([, method, raw, named]) => method ?? raw ?? named ?? "")
        .filter((name) => tables.has(name))
        .map((name) => `${name} ${folder}`)
    }),
  )
  const excepted = EXCEPTIONS.flatMap(({ folder, tables }) => tables.map((table) => `${table} ${folder}`))

  it("is queried by the folder that owns it, and by named exceptions", () => {
    const owned = [...uses].filter((use) => !excepted.includes(use)).map((use) => use.split(" ")[0])
    expect(owned.length).toBeGreaterThan(70)
    expect(owned.filter((table, at) => owned.indexOf(table) !== at)).toEqual([])
  })

  it("has no exception that is not needed any more", () => {
    expect(excepted.filter((use) => !uses.has(use))).toEqual([])
  })
})
