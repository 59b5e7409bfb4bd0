/** Shows the pairing screen until this device is paired, then the page inside its providers. */
import { type ReactNode, useEffect, useState } from "react"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { StoreProvider } from "../figures.tsx"
import { forget, recall, remember } from "../remember.ts"
import { AwayProvider } from "./away-provider.tsx"
import { BoxProvider, type Device } from "./box.tsx"
import { LiveProvider } from "./live.tsx"
import type { Unpaired } from "./pair-form.tsx"
import { PairScreen, type ScreenName } from "./pair-screen.tsx"
import { Replaced } from "./replaced.tsx"

interface PairedPageProps {
  readonly screen: ScreenName
  /** Kinds of device that may be paired here. */
  readonly kinds: readonly DeviceKind[]
  /** Each page has its own key, because one browser may be a register and a kitchen screen. */
  readonly storageKey: string
  /** Replaces the pairing screen. */
  readonly unpaired?: (props: Unpaired) => ReactNode
  readonly children: ReactNode
}

export function PairedPage({ screen, kinds, storageKey, unpaired, children }: PairedPageProps) {
  const [device, setDevice] = useState(() => recall<Device>(storageKey))
  const [revoked, setRevoked] = useState(false)
  const [replaced, setReplaced] = useState(false)
  useEffect(registerServiceWorker, [])
  const pair = (paired: Device) => {
    remember(storageKey, paired)
    setRevoked(false)
    setReplaced(false)
    setDevice(paired)
  }
  const unpair = (isRevoked: boolean) => {
    forget(storageKey)
    setRevoked(isRevoked)
    setDevice(null)
  }
  if (!device) {
    const unpairedProps = { kinds, revoked, onPaired: pair }
    return unpaired ? unpaired(unpairedProps) : <PairScreen screen={screen} {...unpairedProps} />
  }
  return (
    <BoxProvider
      device={device}
      onRevoked={() => unpair(true)}
      onForget={() => unpair(false)}
      onReplaced={() => setReplaced(true)}
    >
      <LiveProvider>
        <StoreProvider store={device.store}>
          <AwayProvider>{children}</AwayProvider>
        </StoreProvider>
        {replaced && <Replaced screen={screen} onForget={() => unpair(false)} />}
      </LiveProvider>
    </BoxProvider>
  )
}

/** Caches the page's files in the browser, so that a reload works while the box is away. */
function registerServiceWorker(): void {
  // Browsers have service workers only on localhost, in the kiosk shell, and over HTTPS. Without one the page needs the box to load.
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {})
  }
}
