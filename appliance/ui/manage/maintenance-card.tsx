/** State of the box itself: disk, backups, clock; and a button to save the support bundle. */
import { Button } from "@mantine/core"
import { readBundle } from "../../../protocol/http/store-state.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { isBad, maintenanceFaults } from "./maintenance-faults.ts"

const GIB = 1024 ** 3

export function MaintenanceCard({ state }: { state: StoreState }) {
  const { t } = useLanguage()
  const { date, time, decimal } = useFigures()
  const { disk, backups } = state.care
  const faults = maintenanceFaults(state)
  const { newestAt } = backups
  return (
    <Card title={t("maintenance.title")} tone={faults.some(isBad) ? "bad" : faults.length > 0 ? "note" : undefined}>
      {faults.map((fault) => (
        <p key={fault} className={isBad(fault) ? "bad" : "note"}>
          <Icon name="alert" size={18} /> {t(`maintenance.${fault}`)}
        </p>
      ))}
      <dl className="facts">
        <dt>{t("maintenance.disk")}</dt>
        <dd className="figures">
          {t("maintenance.free", { free: decimal(disk.freeBytes / GIB, 1), total: decimal(disk.totalBytes / GIB, 1) })}
        </dd>
        <dt>{t("maintenance.backup")}</dt>
        <dd className="figures">
          {newestAt === null ? t("maintenance.noBackup") : `${date(newestAt)} ${time(newestAt)}`}
        </dd>
      </dl>
      <BundleButton />
    </Card>
  )
}

function BundleButton() {
  const { t } = useLanguage()
  const { client } = useBox()
  const { error, request, pending } = useRequest()
  const write = async () => {
    const bundle = await request(() => client.call(readBundle, {}))
    if (bundle) await save(bundle.data)
  }
  return (
    <>
      <ErrorState answer={error} />
      <Button variant="outline" loading={pending} onClick={write}>
        {t("maintenance.bundle")}
      </Button>
      <small>{t("maintenance.bundleSays")}</small>
    </>
  )
}

/** Compressed in the browser, so that the file is small enough to send. */
async function save(bundle: unknown): Promise<void> {
  const packed = new Blob([JSON.stringify(bundle)]).stream().pipeThrough(new CompressionStream("gzip"))
  const url = URL.createObjectURL(await new Response(packed).blob())
  const link = document.createElement("a")
  link.href = url
  link.download = `brasa-support-${new Date().toISOString().slice(0, 10)}.json.gz`
  link.click()
  URL.revokeObjectURL(url)
}
