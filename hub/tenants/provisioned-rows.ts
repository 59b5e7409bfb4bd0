/** Converts a provisioning file to rows: for each entry the wanted row, computed from the existing one. */

import type { Template } from "../../protocol/print/template.ts"
import { storeWords } from "../../protocol/rules/health/store-words.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret, seal, unseal } from "../../runtime/secrets.ts"
import { providerSecretPlace } from "../payments/providers/index.ts"
import type { HubTables } from "../storage/index.ts"
import { createWebhookSecret, OVERLAP_MS } from "../webhooks/index.ts"
import type { Passwords } from "./passwords.ts"
import { toStore } from "./provisioned-store.ts"
import type { AccountEntry, VendorEntry } from "./provisioning-schema.ts"
import type { Cell, Row } from "./rows-store.ts"
import { templateRow } from "./templates-store.ts"

const KEY_PREFIX = "brasa_"
/** Characters of a key that are shown: enough to recognise it, too few to guess it. */
const SHOWN_CHARS = 12

/** The parts of a vendor that are stored as one document each. They are replaced as a whole, and no query reads inside. */
export const DOCUMENTS = [
  "paymentMethods",
  "products",
  "modifierGroups",
  "categories",
  "menus",
  "channels",
  "cancellationRules",
  "cancellationReasons",
] as const
export type DocumentKind = (typeof DOCUMENTS)[number]

/** Payment methods contain terminal keys. */
const SEALED: readonly DocumentKind[] = ["paymentMethods"]

export interface ProvisionedRow {
  readonly table: keyof HubTables
  readonly key: Row
  /** A readable name: `store UIO-001`. */
  readonly what: string
  readonly path: string
  /** A column whose value an existing row must already have, so that nothing moves from one tenant to another. */
  readonly owner?: readonly [column: string, value: string]
  /** Never changes after it was created. */
  readonly isFrozen?: boolean
  readonly row: (is: Row | null) => Promise<Row> | Row
}

interface ProvisionedRowsDeps {
  readonly ids: Ids
  readonly secretKey: Buffer
  readonly now: string
  readonly passwords: Passwords
  /** Called with each generated secret. */
  readonly show: (what: string, secret: string) => void
}

/** Ordered so that parents come before their children. */
export function provisionedRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  return [
    {
      table: "account",
      key: { account_id: account.id },
      what: `account ${account.id}`,
      path,
      row: () => ({ name: account.name }),
    },
    ...account.vendors.flatMap((vendor, index) => vendorRows(account, vendor, `${path}.vendors.${index}`, deps)),
    ...(account.declineReasons ?? []).map((reason, index) => ({
      table: "decline_reason" as const,
      key: { account_id: account.id, code: reason.code },
      what: `decline reason ${reason.code}`,
      path: `${path}.declineReasons.${index}`,
      row: () => ({
        group_code: reason.group,
        label: JSON.stringify(reason.label),
        display_order: reason.displayOrder,
        active: reason.active ? 1 : 0,
      }),
    })),
    ...keyRows(account, path, deps),
    ...credentialRows(account, path, deps),
    ...endpointRows(account, path, deps),
    ...providerRows(account, path, deps),
    ...templateRows(account, path, deps),
    ...peopleRows(account, path, deps),
  ]
}

function vendorRows(
  account: AccountEntry,
  vendor: VendorEntry,
  path: string,
  deps: ProvisionedRowsDeps,
): ProvisionedRow[] {
  const tenant = { account_id: account.id, vendor_id: vendor.id }
  return [
    {
      table: "vendor",
      key: { vendor_id: vendor.id },
      what: `vendor ${vendor.id}`,
      path: `${path}.id`,
      owner: ["account_id", account.id],
      row: () => ({
        account_id: account.id,
        name: vendor.name,
        country_code: vendor.countryCode,
        legal: vendor.legal ? JSON.stringify(vendor.legal) : null,
      }),
    },
    ...vendor.stores.map((store, index): ProvisionedRow => {
      const face = toStore(account, vendor, store)
      const [record, words, country] = [JSON.stringify(face), storeWords(face), face.countryCode ?? ""]
      return {
        table: "store",
        key: { store_id: store.id },
        what: `store ${store.code}`,
        path: `${path}.stores.${index}.id`,
        owner: ["vendor_id", vendor.id],
        row: () => ({ ...tenant, code: store.code, record, words, country }),
      }
    }),
    ...DOCUMENTS.map((kind): ProvisionedRow => {
      const row = (is: Row | null) => documentRow(JSON.stringify(vendor[kind] ?? []), is, { vendor, kind, deps })
      return {
        table: "vendor_document",
        key: { vendor_id: vendor.id, kind },
        what: `${kind} of ${vendor.id}`,
        path: `${path}.${kind}`,
        row: (is) => ({ account_id: account.id, ...row(is) }),
      }
    }),
  ]
}

export function documentKey(vendorId: string, kind: DocumentKind): string {
  return `vendor/${vendorId}/${kind}`
}

function documentRow(
  body: string,
  is: Row | null,
  { vendor, kind, deps }: { vendor: VendorEntry; kind: DocumentKind; deps: ProvisionedRowsDeps },
): Row {
  if (!SEALED.includes(kind)) return { body, sealed: 0 }
  return { body: keepSealed(body, is?.body, documentKey(vendor.id, kind), deps), sealed: 1 }
}

/** Encrypting the same text twice gives different bytes, so an unchanged secret keeps its stored bytes. */
function keepSealed(plain: string, is: Cell | undefined, place: string, { secretKey }: ProvisionedRowsDeps): string {
  if (typeof is === "string" && unseal(is, secretKey, place) === plain) return is
  return seal(plain, secretKey, place)
}

function keyRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  return (account.apiKeys ?? []).map((entry, index) => ({
    table: "api_key",
    key: { account_id: account.id, name: entry.name },
    what: `API key ${entry.name}`,
    path: `${path}.apiKeys.${index}`,
    row: (is) => {
      const secret = entry.secret ?? (is ? null : deps.ids.secret(KEY_PREFIX))
      if (secret && !entry.secret) deps.show(`API key ${entry.name} of ${account.id}`, secret)
      return {
        key_id: is?.key_id ?? deps.ids.uuid(),
        vendor_id: entry.vendorId,
        ...(secret ? secretColumns(secret) : { hash: is?.hash ?? "", prefix: is?.prefix ?? "" }),
        scopes: JSON.stringify(entry.scopes),
        created_at: is?.created_at ?? deps.now,
        revoked_at: entry.revoked ? (is?.revoked_at ?? deps.now) : null,
      }
    },
  }))
}

export function secretColumns(secret: string): { hash: string; prefix: string } {
  return { hash: hashSecret(secret), prefix: secret.slice(0, SHOWN_CHARS) }
}

function credentialRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  const hashOf = keepHash(account.id, deps)
  return (account.clientCredentials ?? []).map((entry, index) => ({
    table: "client_credential",
    key: { account_id: account.id, client_id: entry.clientId },
    what: `client credential ${entry.clientId}`,
    path: `${path}.clientCredentials.${index}.clientId`,
    row: async (is) => ({
      vendor_id: entry.vendorId,
      created_at: is ? (is.created_at ?? null) : deps.now,
      username: entry.username,
      secret_hash: await hashOf(entry.clientSecret, is?.secret_hash, `secret of client ${entry.clientId}`),
      password_hash: await hashOf(entry.password, is?.password_hash, `password of ${entry.username}`),
      revoked_at: entry.revoked ? (is?.revoked_at ?? deps.now) : null,
    }),
  }))
}

function endpointRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  return (account.webhookEndpoints ?? []).map((entry, index) => ({
    table: "webhook_endpoint",
    key: { account_id: account.id, name: entry.name },
    what: `webhook endpoint ${entry.name}`,
    path: `${path}.webhookEndpoints.${index}`,
    row: (is) => {
      const endpointId = String(is?.endpoint_id ?? deps.ids.uuid())
      const secret = entry.secret ?? (is ? null : createWebhookSecret())
      if (secret && !entry.secret) deps.show(`webhook secret of endpoint ${entry.name} of ${account.id}`, secret)
      const place = `endpoint/${endpointId}/secret`
      const secretSealed = secret ? keepSealed(secret, is?.secret_sealed, place, deps) : (is?.secret_sealed ?? "")
      const rotates = is !== null && is.secret_sealed !== secretSealed
      return {
        endpoint_id: endpointId,
        vendor_id: entry.vendorId,
        url: entry.url,
        events: JSON.stringify(entry.events),
        secret_sealed: secretSealed,
        old_secret_sealed: (rotates ? is?.secret_sealed : is?.old_secret_sealed) ?? null,
        old_secret_until: rotates
          ? new Date(Date.parse(deps.now) + OVERLAP_MS).toISOString()
          : (is?.old_secret_until ?? null),
        created_at: is?.created_at ?? deps.now,
      }
    },
  }))
}

function providerRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  return (account.paymentProviders ?? []).map(({ code, kind, url, secret }, index) => ({
    table: "payment_provider",
    key: { account_id: account.id, code },
    what: `payment provider ${code}`,
    path: `${path}.paymentProviders.${index}`,
    row: (is) => {
      const sealed = keepSealed(secret, is?.secret_sealed, providerSecretPlace(account.id, code), deps)
      return { kind, url, secret_sealed: sealed }
    },
  }))
}

function templateRows(account: AccountEntry, path: string, { now }: ProvisionedRowsDeps): ProvisionedRow[] {
  return (account.printTemplates ?? []).map(({ id, countryCode = null, vendorId = null, template }, index) => {
    const body = template as unknown as Template
    const { document, version } = body
    const stored = { templateId: id ?? document, version, document, countryCode, vendorId, createdAt: now, body }
    const { account_id, template_id, version: _, ...row } = templateRow(account.id, stored)
    return {
      table: "print_template",
      key: { account_id, template_id, version },
      what: `template ${template_id} version ${version}`,
      path: `${path}.printTemplates.${index}`,
      isFrozen: true,
      row: (is) => ({ ...row, created_at: is?.created_at ?? row.created_at }),
    }
  })
}

function peopleRows(account: AccountEntry, path: string, deps: ProvisionedRowsDeps): ProvisionedRow[] {
  const hashOf = keepHash(account.id, deps)
  return (account.users ?? []).map((entry, index) => ({
    table: "person",
    key: { account_id: account.id, email: entry.email.toLowerCase() },
    what: `person ${entry.email}`,
    path: `${path}.users.${index}.email`,
    row: async (is) => ({
      person_id: is?.person_id ?? deps.ids.uuid(),
      name: entry.name ?? is?.name ?? "",
      role: entry.role,
      created_at: is ? (is.created_at ?? null) : deps.now,
      password_hash: await hashOf(entry.password, is?.password_hash, `password of ${entry.email}`),
    }),
  }))
}

function keepHash(accountId: string, { ids, passwords, show }: ProvisionedRowsDeps) {
  return async (given: string | undefined, is: Cell | undefined, what: string): Promise<string> => {
    if (typeof is === "string" && (given === undefined || (await passwords.matches(given, is)))) return is
    const of = `${accountId} ${what}`
    const password = given ?? passwords.draw(of, () => ids.token())
    if (given === undefined) show(what, password)
    return passwords.hash(password, of)
  }
}
