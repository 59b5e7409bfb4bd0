/** The cashier's page: a paired register. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { RegisterScreen } from "./register-screen.tsx"
import { TodayProvider } from "./use-today.tsx"

const KINDS = ["pos"]

export function App() {
  return (
    <PairedPage screen="pos" kinds={KINDS} storageKey="brasa.device">
      <TodayProvider>
        <RegisterScreen />
      </TodayProvider>
    </PairedPage>
  )
}
