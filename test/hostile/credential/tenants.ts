/** Who is there: an honest store that sells, a silent one beside it, a hostile one, and other vendors and accounts. */
import { STORE, testTenants } from "../../kit/tenants.ts"

export const HONEST_STORE = STORE
export const SILENT_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77"
export const HOSTILE_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d78"
export const OWN = { accountId: "acme", vendorId: "acme.ec.quito" }
export const OWNER = { email: "owner@acme.test", password: "change-me-please-1" }

export function credentialTenants(): string {
  const file = JSON.parse(testTenants())
  const [acme] = file.accounts
  acme.users = [{ ...OWNER, name: "Elena Andrade", role: "owner" }]
  const { stores } = acme.vendors[0]
  const beside = { ...stores[0], stations: [], fiscal: undefined }
  stores.push({ ...beside, id: SILENT_STORE, code: "UIO-077", name: "La Brasa Norte" })
  stores.push({ ...beside, id: HOSTILE_STORE, code: "UIO-078", name: "La Brasa Sur" })
  return JSON.stringify(file)
}
