/** The hub's embedded MQTT broker. */
export { createUplinkBroker, type UplinkBroker, type UplinkBrokerParts } from "./uplink-broker.ts"
