/** The broker between the hub and its boxes: its own, or an external one. */
export { createHubBroker, type HubBroker } from "./hub-broker.ts"
export { createUplinkBroker, type UplinkBroker, type UplinkBrokerParts } from "./uplink-broker.ts"
