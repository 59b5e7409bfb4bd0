/** The two columns that fence a row to its tenant. */

export interface Tenanted {
  account_id: string
  vendor_id: string
}
