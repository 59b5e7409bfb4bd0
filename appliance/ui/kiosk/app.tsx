/** The kiosk: a paired screen where the guest orders. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { Empty } from "../../../ui/states.tsx"
import { useLanguage } from "./language.ts"

const KINDS = ["kiosk"]

export function App() {
  return (
    <PairedPage screen="kiosk" kinds={KINDS} storageKey="brasa.device.kiosk">
      <Name />
    </PairedPage>
  )
}

function Name() {
  const { t } = useLanguage()
  return (
    <Empty icon="sell" title={t("kiosk.title")}>
      {useStore().name}
    </Empty>
  )
}
