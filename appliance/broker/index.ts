/** The store's own MQTT broker. */
export { createLanBroker, type LanBroker, WEBSOCKET_PATH } from "./lan-broker.ts"
export { lanPart } from "./lan-part.ts"
export { withChangeNotices, withScreenNotices } from "./notify-screens.ts"
