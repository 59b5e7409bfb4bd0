/** Executes a request that the hub has sent, with the handler of the LAN, in the transaction of its answer. */
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_LINK_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { invalid, type Refusal, refuse } from "../../protocol/refusals.ts"
import { ENDPOINT_COMMAND, EndpointCommand } from "../../protocol/sync/commands.ts"
import { mayCall } from "../../runtime/http/admit-caller.ts"
import type { Validator } from "../../runtime/validate.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"

export type SharedHandlers = {
  readonly [Key in keyof typeof HUB_LINK_ENDPOINTS]: BoxHandler<(typeof HUB_LINK_ENDPOINTS)[Key]>
}

interface Command {
  readonly kind: string
  readonly body: unknown
}

/** The box checks again what the hub has checked, because their versions may differ. */
export function createExecute({ handlers, validator }: { handlers: SharedHandlers; validator: Validator }) {
  const byName = new Map<string, { value: Endpoint; handler: AnyHandler }>()
  for (const [key, value] of Object.entries(HUB_LINK_ENDPOINTS)) {
    byName.set(value.name, { value, handler: handlers[key as keyof SharedHandlers] as unknown as AnyHandler })
  }
  return (tx: BoxTx, { kind, body }: Command, requestId = ""): unknown => {
    const faults = kind === ENDPOINT_COMMAND ? validator.check(EndpointCommand, body) : []
    if (kind !== ENDPOINT_COMMAND || faults.length > 0)
      return invalid({ path: "command", message: `is not known: ${kind}` })
    const asked = body as EndpointCommand
    const found = byName.get(asked.endpoint)
    if (!found) return refuse("NOT_FOUND", `This box does not know ${asked.endpoint}.`)
    return run(tx, { ...found, asked, validator, requestId })
  }
}

type AnyHandler = (tx: BoxTx, request: unknown) => unknown

interface Run {
  readonly value: Endpoint
  readonly handler: AnyHandler
  readonly asked: EndpointCommand
  readonly validator: Validator
  readonly requestId: string
}

function run(tx: BoxTx, { value, handler, asked, validator, requestId }: Run): unknown {
  const caller = mayCall(value, asked.caller)
  if ("refused" in caller) return caller
  const faults = [
    ...(value.params ? validator.check(value.params, asked.params) : []),
    ...(value.query ? validator.check(value.query, asked.query ?? {}) : []),
    ...(value.body ? validator.check(value.body, asked.body) : []),
  ]
  if (faults.length > 0) return invalid(...faults) satisfies Refusal
  return handler(tx, { params: asked.params, query: asked.query ?? {}, body: asked.body, caller, requestId })
}
