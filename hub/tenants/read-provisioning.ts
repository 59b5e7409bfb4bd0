/** Reads a provisioning file: its text, its shape, its references. Every fault is found at once. */
import type { Fault } from "../../protocol/refusals.ts"
import type { Validator } from "../../runtime/validate.ts"
import { checkProvisioning } from "./check-provisioning.ts"
import { Provisioning } from "./provisioning-schema.ts"

export type ProvisioningRead =
  | { readonly ok: true; readonly file: Provisioning }
  | { readonly ok: false; readonly faults: readonly Fault[] }

export function readProvisioning(text: string, validator: Validator): ProvisioningRead {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, faults: [{ path: "", message: `is not JSON: ${(error as Error).message}` }] }
  }
  const shape = validator.check(Provisioning, value)
  if (shape.length > 0) return { ok: false, faults: shape }
  const file = value as Provisioning
  const faults = checkProvisioning(file)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, file }
}
