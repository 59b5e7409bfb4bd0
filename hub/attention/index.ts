/** What asks for a person of headquarters, and what they do about it. */
export { countAttentionHandler, listAttentionHandler } from "./list-attention.ts"
export { type AttentionParts, settleAttentionHandler } from "./settle-attention.ts"
