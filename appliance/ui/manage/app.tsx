/** The manager's page: a paired screen that shows how the store stands. */
import { PairedPage } from "../../../ui/device/paired-page.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { Empty } from "../../../ui/states.tsx"
import { useLanguage } from "./language.ts"

const KINDS = ["manager"]

export function App() {
  return (
    <PairedPage screen="manage" kinds={KINDS} storageKey="brasa.device.manage">
      <Name />
    </PairedPage>
  )
}

function Name() {
  const { t } = useLanguage()
  return (
    <Empty icon="day" title={t("manage.title")}>
      {useStore().name}
    </Empty>
  )
}
