/** The kiosk: a paired screen where guests order by themselves. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import "./kiosk.css"
import { KioskScreen } from "./kiosk-screen.tsx"
import { KioskProvider } from "./use-kiosk.tsx"
import { VisitProvider } from "./use-visit.tsx"

const KINDS = ["kiosk"] as const

export function App() {
  return (
    <PairedPage screen="kiosk" kinds={KINDS} storageKey="brasa.device.kiosk">
      <KioskProvider>
        <VisitProvider>
          <KioskScreen />
        </VisitProvider>
      </KioskProvider>
    </PairedPage>
  )
}
