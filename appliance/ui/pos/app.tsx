/** The cashier's page, inside its providers. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { AuthoriserProvider } from "../../../ui/staff/authoriser.tsx"
import { StaffProvider } from "../../../ui/staff/staff.tsx"
import { RegisterScreen } from "./register-screen.tsx"
import { TodayProvider } from "./use-today.tsx"

const KINDS = ["pos"] as const

export function App() {
  return (
    <PairedPage screen="pos" kinds={KINDS} storageKey="brasa.device">
      <StaffProvider>
        <AuthoriserProvider>
          <TodayProvider>
            <RegisterScreen />
          </TodayProvider>
        </AuthoriserProvider>
      </StaffProvider>
    </PairedPage>
  )
}
