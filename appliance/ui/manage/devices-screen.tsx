/** The store's screens: pair, rename, move or unpair one. */
import { Button, Group, Modal, Select, Stack, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import { changeDevice, listDevices, type PairedDevice, revokeDevice } from "../../../protocol/http/devices.ts"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { PairDialog } from "./pair-dialog.tsx"
import { useStoreState } from "./use-store-state.tsx"

const ON = { on: ["devices", "tickets"] } as const

export function DevicesScreen() {
  const { t } = useLanguage()
  const { time } = useFigures()
  const { data, error, refresh } = useSnapshot(listDevices, ON)
  const [pairing, setPairing] = useState(false)
  const [changing, setChanging] = useState<PairedDevice | null>(null)
  if (!data) return error ? <ErrorState answer={error} /> : <Loading>{t("manage.loading")}</Loading>
  const { devices, codes, stations } = data
  return (
    <div className="column">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("devices.title")}
        </Title>
        <Button leftSection={<Icon name="plus" />} onClick={() => setPairing(true)}>
          {t("devices.pair")}
        </Button>
      </Group>
      <div className="cards">
        {devices.map((device) => (
          <Device key={device.deviceId} device={device} onChange={() => setChanging(device)} onDone={refresh} />
        ))}
      </div>
      {codes.length > 0 && (
        <Card title={t("devices.codes")} wide>
          <ul className="rows">
            {codes.map(({ deviceId, name, kind, expiresAt }) => (
              <li key={deviceId}>
                <b>{name}</b>
                <span>{t(`kind.${kind}`)}</span>
                <span>{t("devices.codeUntil", { time: time(expiresAt) })}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PairDialog opened={pairing} onClose={() => setPairing(false)} stations={stations} devices={devices} />
      <Modal
        opened={changing !== null}
        onClose={() => setChanging(null)}
        title={t("devices.change")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {changing && (
          <ChangeForm
            device={changing}
            stations={stations}
            onDone={async () => {
              setChanging(null)
              await refresh()
            }}
          />
        )}
      </Modal>
    </div>
  )
}

interface DeviceProps {
  readonly device: PairedDevice
  readonly onChange: () => void
  readonly onDone: () => Promise<void>
}

function Device({ device, onChange, onDone }: DeviceProps) {
  const { t } = useLanguage()
  const { date, time } = useFigures()
  const { client } = useBox()
  const { error, request } = useRequest()
  const { kind, name, station, online, lastSeenAt, pairedAt, version, shown, address, self } = device
  const expected = useStoreState().data?.kitchen.find((kitchen) => kitchen.station === station)?.expected
  const revoke = async () => {
    const answer = await request(() => client.call(revokeDevice, { params: { deviceId: device.deviceId } }))
    if (answer) await onDone()
  }
  const seen = lastSeenAt ? `${date(lastSeenAt)} ${time(lastSeenAt)}` : t("devices.never")
  return (
    <Card title={name} tone={online ? undefined : "note"}>
      <p className={online ? "good" : "soft"}>
        <Icon name={online ? "check" : "cross"} size={18} /> {t(online ? "devices.online" : "devices.offline")}
        {self && ` · ${t("devices.self")}`}
      </p>
      <dl className="facts">
        <dt>{t("devices.kind")}</dt>
        <dd>
          {t(`kind.${kind}`)}
          {station && ` · ${station}`}
        </dd>
        <dt>{t("devices.seen")}</dt>
        <dd>{seen}</dd>
        <dt>{t("devices.paired")}</dt>
        <dd>{date(pairedAt)}</dd>
        {shown !== null && (
          <>
            <dt>{t("devices.shown")}</dt>
            <dd className={expected !== undefined && shown < expected ? "figures bad" : "figures"}>
              {expected === undefined ? shown : t("devices.shownOf", { n: shown, expected })}
            </dd>
          </>
        )}
        {(version || address) && (
          <>
            <dt>{t("devices.version")}</dt>
            <dd>{[version, address].filter(Boolean).join(" · ")}</dd>
          </>
        )}
      </dl>
      <Group gap="xs">
        <Button variant="default" onClick={onChange}>
          {t("devices.rename")}
        </Button>
        {!self && (
          <ConfirmButton variant="subtle" px="xs" onConfirm={revoke}>
            {t("devices.revoke")}
          </ConfirmButton>
        )}
      </Group>
      <ErrorState answer={error} />
    </Card>
  )
}

interface ChangeFormProps {
  readonly device: PairedDevice
  readonly stations: readonly string[]
  readonly onDone: () => Promise<void>
}

function ChangeForm({ device, stations, onDone }: ChangeFormProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [name, setName] = useState(device.name)
  const [station, setStation] = useState(device.station)
  const save = async () => {
    const body = { name: name.trim(), ...(station !== null && { station }) }
    const answer = await request(() => client.call(changeDevice, { params: { deviceId: device.deviceId }, body }))
    if (answer) await onDone()
  }
  return (
    <Stack>
      <TextInput label={t("devices.name")} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      {device.kind === "kds_station" && (
        <Select label={t("devices.station")} data={[...stations]} value={station} onChange={setStation} />
      )}
      <ErrorState answer={error} />
      <Button loading={pending} disabled={name.trim() === ""} onClick={save}>
        {t("manage.save")}
      </Button>
    </Stack>
  )
}
