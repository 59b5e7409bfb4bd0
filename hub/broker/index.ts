/** The broker between the hub and its boxes: its own, or an external one. */

export { createUplinkBroker, type UplinkBroker, type UplinkBrokerDeps } from "./embedded-broker.ts"
export { createHubBroker, type HubBroker } from "./hub-broker.ts"
