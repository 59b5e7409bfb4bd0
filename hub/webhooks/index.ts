/** Events out: recorded with the fact, delivered to each endpoint that wants them, kept to be sent again. */
export { findEmitted, type NamedEvent, type WasEmitted } from "./emitted-store.ts"
export { findEventId } from "./events-store.ts"
export { type NewEvent, type OrderChange, recordEvent, recordEvents } from "./record-events.ts"
export { moveEvents, type ToldEvent, toldEvents, untold } from "./told-events-store.ts"
