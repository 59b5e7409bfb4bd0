/** Personal data and secrets are marked in the schemas (`protocol/shapes/privacy.ts`), so that a log or a page shows no field that somebody forgot. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { beforeAll, expect, it } from "vitest"
import { Provisioning } from "../../hub/tenants/provisioning-schema.ts"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { wrapSchema } from "../../protocol/http/envelopes.ts"
import { familyOf } from "../../protocol/http/families.ts"
import { answerExample, bodyExample } from "../../protocol/http/openapi-examples.ts"
import { redact } from "../../protocol/rules/requests/redact.ts"
import { PRIVACY } from "../../protocol/shapes/privacy.ts"
import { SECRET_NAMES } from "../../runtime/log.ts"
import { ROOT } from "./sources.ts"

const words = (text: string) => text.split(/\s+/)

const NOUNS = words(
  "name nickname email mail phone mobile address street postal birth gov document tax passport note notes comment guest buyer buzzer " +
    "customer client recipient payer contact billing operator cashier authorizer approved person staff employee username who " +
    "secret password passphrase token pin credential signature cookie cvv pan seal by",
)

/** Fields with such a noun in their name which are neither personal nor secret: by their name, or by `parent.name`. */
const NEITHER: readonly (readonly [why: string, fields: string])[] = [
  [
    "an id; whose it is, only the store or the account knows",
    "operatorUid operator_uid authorizerUid authorizer_uid personId staffId by reportedBy recordedBy",
  ],
  ["of a program that calls the API", "clientId client_id username keyName key.name keys.name apiKeys.name"],
  [
    "of a shop or a company",
    "storeName tradeName legalName Store.name StoreSummary.name store.name stores.name StoreMethods.name places.name menus.name totals.name cash.name",
  ],
  ["of an account or a vendor", "account.name accounts.name vendors.name"],
  [
    "of a screen or a printer",
    "deviceName devices.name device.name codes.name enrolment.name printers.name PrinterFace.name",
  ],
  ["where a device is in the network", "devices.address boxes.address"],
  [
    "of what is sold, and where it is listed",
    "listName channelReferenceName products.name product.name InjectedProduct.name CatalogProduct.name MenuProduct.name PublishedProduct.name " +
      "OrderLine.name orderLines.name order_lines.name lines.name AllDay.name allDay.name modifiers.name modifierOptions.name " +
      "ModifierGroup.name modifierGroups.name MenuCategory.name categories.name channels.name body.name",
  ],
  [
    "of a payment method",
    "methods.name paymentMethods.name registerMethods.name RegisterMethod.name StoreMethod.name linkMethods.name",
  ],
  ["of a cancellation rule", "CancellationRule.name cancellationRules.name rules.name"],
  ["of a webhook endpoint", "endpoint.name webhookEndpoints.name webhooks.name"],
  ["of a fact or a fiscal provider", "facts.name TimelineFact.name providerIdentity.name"],
  ["what kind of document somebody has", "govIdType"],
  ["of a fiscal document", "documentType documentLabel documentNumber creditNotePrefix taxCode taxAmount totals.tax"],
  [
    "which paper is printed",
    "job.document jobs.document spool.document QueuedPrintJob.document StoredTemplate.document",
  ],
  ["everybody may check it", "signature"],
]

/** Secrets under a name that means other things elsewhere: the log may not hide every `code`. */
const GENERAL_SECRETS = words("code key url path current next sealed authorizationTokenId")

const named = new Set<string>()
const secrets = new Set<string>()

beforeAll(async () => {
  for (const { name, params, query, body, replies } of endpoints()) {
    const room = name.split(".")[0] ?? name
    for (const schema of [params, query, body, ...Object.values(replies)]) walk(schema, "", room)
  }
  walk(Provisioning, "", "Provisioning")
  const folder = join(ROOT, "protocol/shapes")
  for (const file of readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href)
    for (const [name, value] of Object.entries(exported)) walk(value, "", name)
  }
})

it("every field with the name of personal data or of a secret is marked, or listed with a reason", () => {
  const listed = new Set(NEITHER.flatMap(([, fields]) => words(fields)))
  const isListed = (field: string) => listed.has(field) || listed.has(field.split(".")[1] ?? "")
  expect([...named].filter((field) => !isListed(field))).toEqual([])
})

it("every marked secret is hidden in logs under its name", () => {
  expect([...secrets].filter((name) => ![...SECRET_NAMES, ...GENERAL_SECRETS].includes(name))).toEqual([])
})

it("the examples of the reference name people and secrets, and none of them is left after redaction", () => {
  const PRIVATE =
    /Ana\b|Núñez|Rosa Paz|Luis Mora|Luis\b|sin cebolla|@example\.com|Acme SA|1790012345001|17100340|-secret-|-token-|-password-/
  let found = 0
  for (const value of endpoints()) {
    const family = familyOf(value.family)
    const answers = Object.entries(value.replies).flatMap(([status, schema]) =>
      schema ? [{ schema: wrapSchema(family, schema), example: answerExample(value, status, schema) }] : [],
    )
    const bodies = value.body ? [{ schema: value.body, example: bodyExample(value) }] : []
    for (const { schema, example } of [...bodies, ...answers]) {
      if (PRIVATE.test(JSON.stringify(example))) found += 1
      const text = JSON.stringify(redact(schema, example, { showsPersonal: false }))
      expect([value.name, PRIVATE.exec(text)?.[0]]).toEqual([value.name, undefined])
    }
  }
  expect(found).toBeGreaterThan(30)
})

interface Node {
  readonly [PRIVACY]?: string
  readonly type?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly allOf?: readonly Node[]
}

function endpoints(): Endpoint[] {
  return [HUB_ENDPOINTS, BOX_ENDPOINTS, ADMIN_ENDPOINTS].flatMap((table) => Object.values<Endpoint>(table))
}

function isSchema(value: unknown): value is Node {
  return typeof value === "object" && value !== null && ["type", "anyOf", "allOf"].some((key) => key in value)
}

function walk(schema: unknown, parent: string, name: string): void {
  if (!isSchema(schema)) return
  if (schema[PRIVACY] === "secret") secrets.add(name)
  if (schema[PRIVACY] !== undefined) return
  const { properties = {}, patternProperties = {}, items, anyOf = [], allOf = [] } = schema
  for (const [key, inner] of Object.entries(properties)) {
    // The items of a page are named by what the list is of.
    if (key === "items") walk(inner, parent, name)
    else walk(inner, name, key)
  }
  for (const inner of [...Object.values(patternProperties), ...anyOf, ...allOf, items]) walk(inner, parent, name)
  const isMoment = schema.format === "date" || schema.format === "date-time"
  const isText = [schema.type].flat().includes("string") && !("enum" in schema || "const" in schema) && !isMoment
  if ((isText || Object.keys(patternProperties).length > 0) && hasNoun(name)) named.add(`${parent}.${name}`)
}

function hasNoun(name: string): boolean {
  const parts = name
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .split(/[ _-]+/)
  return parts.some((part) => NOUNS.includes(part))
}
