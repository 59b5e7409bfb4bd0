/** What asks for a person of headquarters, and what they do about it. */
export { moveDismissedLostSale } from "./action-items-store.ts"
export { countActionItemsHandler, listActionItemsHandler } from "./list-action-items.ts"
export { type ActionItemDeps, settleActionItemHandler } from "./settle-action-item.ts"
