/** The kitchen's screens: a station, expo, or the pick-up board, by the page's address. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { Empty } from "../../../ui/states.tsx"
import { useLanguage } from "./language.ts"

const SCREENS = {
  "/kds": { screen: "kds", kinds: ["kds_station"] },
  "/kds/expo": { screen: "expo", kinds: ["expo"] },
  "/kds/board": { screen: "board", kinds: ["board"] },
} as const

export function App() {
  const { screen, kinds } = SCREENS[location.pathname as keyof typeof SCREENS] ?? SCREENS["/kds"]
  return (
    <PairedPage screen={screen} kinds={kinds} storageKey={`brasa.device.${screen}`}>
      <Name />
    </PairedPage>
  )
}

function Name() {
  const { t } = useLanguage()
  return (
    <Empty icon="orders" title={t("kds.title")}>
      {useStore().name}
    </Empty>
  )
}
