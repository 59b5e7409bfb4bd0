/** Action items: what needs a person at the back office, and the actions on it. */
export { moveDismissedLostSale } from "./action-items-store.ts"
export { countActionItemsHandler, listActionItemsHandler } from "./list-action-items.ts"
export { type ActionItemDeps, settleActionItemHandler } from "./settle-action-item.ts"
