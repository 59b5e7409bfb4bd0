/** What asks for a person of headquarters, and what they do about it. */
export { countAttentionHandler, listAttentionHandler } from "./list-action-items.ts"
export { type AttentionParts, settleAttentionHandler } from "./settle-action-item.ts"
