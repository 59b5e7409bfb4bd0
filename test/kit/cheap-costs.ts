/** Stands in a test run for the costs of hub/tenants/password-costs.ts and appliance/staff/pin-costs.ts: five hundred hashes would take a minute of it. */
export const COST = 2
export const BLOCK = 8
export const LANES = 1
