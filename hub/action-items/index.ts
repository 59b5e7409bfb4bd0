/** What asks for a person of headquarters, and what they do about it. */
export { countActionItemsHandler, listActionItemsHandler } from "./list-action-items.ts"
export { type ActionItemDeps, settleActionItemHandler } from "./settle-action-item.ts"
