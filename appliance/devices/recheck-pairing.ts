/** A request's key is looked at with its head, and its body takes its time: a screen that was put out meanwhile does nothing any more. */
import { refuse } from "../../protocol/refusals.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import type { BoxStore } from "../storage/index.ts"
import { hasDevice } from "./devices-store.ts"

const PUT_OUT = refuse("UNAUTHORIZED", "This screen was put out; pair it again.")

export function stillPaired(gate: Guard, store: BoxStore): Guard {
  return (value, request, around) => {
    const { device, keyId } = request.caller
    const waited = device !== undefined && value.body !== undefined
    if (waited && !store.read((tx) => hasDevice(tx, keyId))) return PUT_OUT
    return gate(value, request, around)
  }
}
