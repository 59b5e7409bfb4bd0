/** The parts of a vendor's configuration that are stored as JSON documents. */
import { seal, unseal } from "../../runtime/secrets.ts"
import type { SystemRead, SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"
import { type DocumentKind, documentKey } from "./provisioned-rows.ts"
import type { VendorEntry } from "./provisioning-schema.ts"

export type VendorDocuments = { readonly [Kind in DocumentKind]: NonNullable<VendorEntry[Kind]> }

export async function readDocuments(
  { db }: SystemRead | SystemWrite,
  vendorId: string,
  secretKey: Buffer,
): Promise<VendorDocuments> {
  const rows = await db.selectFrom("vendor_document").selectAll().where("vendor_id", "=", vendorId).execute()
  const found: Record<string, unknown> = {}
  for (const { kind, body, sealed } of rows) {
    found[kind] = JSON.parse(sealed ? unseal(body, secretKey, documentKey(vendorId, kind as DocumentKind)) : body)
  }
  return { ...EMPTY, ...(found as Partial<VendorDocuments>) }
}

/** Reads one part. A missing one is empty. */
export async function readDocument<Kind extends DocumentKind>(
  { db }: SystemRead | SystemWrite,
  { vendorId, kind, secretKey }: { vendorId: string; kind: Kind; secretKey: Buffer },
): Promise<VendorDocuments[Kind]> {
  const query = db.selectFrom("vendor_document").selectAll().where("vendor_id", "=", vendorId).where("kind", "=", kind)
  const row = await query.executeTakeFirst()
  if (!row) return EMPTY[kind]
  return JSON.parse(row.sealed ? unseal(row.body, secretKey, documentKey(vendorId, kind)) : row.body)
}

/** Locks the payment methods. Each change writes the whole document, so one of two changes at the same time would be lost. */
export async function lockMethods(tx: TenantWrite): Promise<void> {
  const row = tx.select("vendor_document").select("kind").where("kind", "=", "paymentMethods")
  await tx.dialect.forUpdate(row).execute()
}

/** Saves the payment methods. */
export async function writeMethods(
  tx: TenantWrite,
  methods: VendorDocuments["paymentMethods"],
  secretKey: Buffer,
): Promise<void> {
  const body = seal(JSON.stringify(methods), secretKey, documentKey(tx.tenant.vendorId, "paymentMethods"))
  await tx.update("vendor_document").set({ body, sealed: 1 }).where("kind", "=", "paymentMethods").execute()
}

const CATALOG = ["products", "modifierGroups", "categories", "menus", "channels"] as const

export type CatalogDocuments = Pick<VendorDocuments, (typeof CATALOG)[number]>

/** The documents of the vendor's catalogue. None of them is sealed. */
export async function readCatalogDocuments(scope: TenantRead): Promise<CatalogDocuments> {
  const query = scope.select("vendor_document").select(["kind", "body"])
  const rows = await query.where("kind", "in", CATALOG).execute()
  const found = Object.fromEntries(rows.map(({ kind, body }) => [kind, JSON.parse(body)]))
  return { ...EMPTY, ...found }
}

const EMPTY: VendorDocuments = {
  paymentMethods: [],
  products: [],
  modifierGroups: [],
  categories: [],
  menus: [],
  channels: [],
  cancellationRules: [],
  cancellationReasons: [],
}
