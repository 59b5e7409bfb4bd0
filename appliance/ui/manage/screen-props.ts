/** Props of the tabs' screens. */
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import type { Tab } from "./tabs.ts"

export interface PartProps {
  readonly state: StoreState
  readonly onTab: (tab: Tab) => void
}
