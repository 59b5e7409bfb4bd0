/** How the box agrees with the hub: its outbox, and the link that empties it. */
export type { TakeIn } from "./apply-down.ts"
export type { SyncStatus } from "./engine.ts"
export type { Execute } from "./execute-command.ts"
export type { AskHandOver } from "./hand-over.ts"
export { BoxFenced, createOutbox } from "./outbox.ts"
export { openParked } from "./parked-store.ts"
export { type Settling, settleParked } from "./settle-parked.ts"
export { createUplink, type HubAddress, type Uplink, type UplinkParts } from "./uplink.ts"
