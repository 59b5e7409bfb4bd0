/** How the box agrees with the hub: its outbox, and the link that empties it. */
export type { TakeIn } from "./apply-down.ts"
export type { SyncStatus } from "./engine.ts"
export type { Execute } from "./execute-command.ts"
export { BoxFenced } from "./outbox.ts"
export { createUplink, type HubAddress, type Uplink, type UplinkParts } from "./uplink.ts"
