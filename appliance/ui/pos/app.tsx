/** Which device this is: unpaired, it asks for its code; paired, it is a register. */
import { useState } from "react"
import { StoreProvider } from "../kit/figures.tsx"
import { forget, recall, remember } from "../kit/remember.ts"
import { BoxProvider, type Device } from "./box.tsx"
import { PairScreen } from "./pair-screen.tsx"
import { RegisterScreen } from "./register-screen.tsx"
import { TodayProvider } from "./use-today.tsx"

const KEY = "brasa.device"

export function App() {
  const [device, setDevice] = useState(() => recall<Device>(KEY))
  const [revoked, setRevoked] = useState(false)
  const pair = (paired: Device) => {
    remember(KEY, paired)
    setRevoked(false)
    setDevice(paired)
  }
  const part = (byTheBox: boolean) => {
    forget(KEY)
    setRevoked(byTheBox)
    setDevice(null)
  }
  if (!device) return <PairScreen revoked={revoked} onPaired={pair} />
  return (
    <BoxProvider device={device} onRevoked={() => part(true)} onForget={() => part(false)}>
      <StoreProvider store={device.store}>
        <TodayProvider>
          <RegisterScreen />
        </TodayProvider>
      </StoreProvider>
    </BoxProvider>
  )
}
