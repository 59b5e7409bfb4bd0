/** The endpoint of component health: the heartbeat (docs/contract/health.md#heartbeat). */
import { Heartbeat } from "../shapes/heartbeat.ts"
import { endpoint } from "./endpoint.ts"

export const recordHeartbeat = endpoint({
  name: "health.beat",
  family: "core",
  method: "POST",
  path: "/api/v1/core/external/component-health",
  scope: "component-health:write",
  body: Heartbeat,
  replies: { 204: null },
  refusals: ["VALIDATION_ERROR"],
  summary:
    "A component reports that it is alive; it must send the next heartbeat after `X-Heartbeat-Interval` seconds.",
  section: "health.md#heartbeat",
  example: {
    componentType: "pos",
    componentId: "pos-1",
    storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    status: "online",
    appVersion: "1.4.0",
  },
})
