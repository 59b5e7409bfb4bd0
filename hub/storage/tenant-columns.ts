/** The two columns that assign a row to its tenant. */

export interface Tenanted {
  account_id: string
  vendor_id: string
}
