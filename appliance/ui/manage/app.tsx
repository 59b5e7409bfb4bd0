/** The manager's page: a paired screen that shows the store's state to signed-in staff. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { StaffProvider } from "../../../ui/staff/staff.tsx"
import { ManageScreen } from "./manage-screen.tsx"
import { StateProvider } from "./use-store-state.tsx"

const KINDS = ["manager"] as const

export function App() {
  return (
    <PairedPage screen="manage" kinds={KINDS} storageKey="brasa.device.manage">
      <StaffProvider>
        <StateProvider>
          <ManageScreen />
        </StateProvider>
      </StaffProvider>
    </PairedPage>
  )
}
