/** The kitchen's screens: a station, expo, or the pick-up board, by the page's address. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { StaffProvider } from "../../../ui/staff/staff.tsx"
import { BoardScreen } from "./board-screen.tsx"
import { ExpoScreen } from "./expo-screen.tsx"
import { StationScreen } from "./station-screen.tsx"

export function App() {
  if (location.pathname.startsWith("/kds/board")) {
    return (
      <PairedPage screen="board" kinds={["board"]} storageKey="brasa.device.board">
        <BoardScreen />
      </PairedPage>
    )
  }
  if (location.pathname.startsWith("/kds/expo")) {
    return (
      <PairedPage screen="expo" kinds={["expo"]} storageKey="brasa.device.expo">
        <StaffProvider>
          <ExpoScreen />
        </StaffProvider>
      </PairedPage>
    )
  }
  return (
    <PairedPage screen="kds" kinds={["kds_station"]} storageKey="brasa.device.kds">
      <StationScreen />
    </PairedPage>
  )
}
