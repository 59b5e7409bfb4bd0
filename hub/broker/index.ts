/** The broker between the hub and its boxes: embedded or external. */

export { createUplinkBroker, type UplinkBroker, type UplinkBrokerDeps } from "./embedded-broker.ts"
export { createHubBroker, type HubBroker } from "./hub-broker.ts"
