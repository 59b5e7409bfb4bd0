/** Pairs another screen: kind and name, then a QR code and a pairing code while they are valid. */
import "./pair-dialog.css"
import { Button, Modal, Select, Stack, Text, TextInput } from "@mantine/core"
import { useMemo, useState } from "react"
import { renderSVG } from "uqr"
import { makeCode, type PairedDevice } from "../../../protocol/http/devices.ts"
import { DEVICE_KINDS, type DeviceKind } from "../../../protocol/scopes.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useNow } from "../../../ui/device/use-now.ts"
import { minutesAndSeconds } from "../../../ui/figures.tsx"
import { Icon, svgUrl } from "../../../ui/icons.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { useLanguage } from "./language.ts"

const KINDS = Object.keys(DEVICE_KINDS) as DeviceKind[]

interface PairDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly stations: readonly string[]
  readonly devices: readonly PairedDevice[]
}

interface Made {
  readonly name: string
  readonly code: string
  readonly url: string
  readonly expiresAt: string
}

export function PairDialog({ opened, onClose, stations, devices }: PairDialogProps) {
  const { t } = useLanguage()
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={t("devices.pair")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {made ? (
        <CodeShown made={made} devices={devices} onAgain={() => setMade(null)} onDone={close} />
      ) : (
        <PairForm stations={stations} onMade={setMade} />
      )}
    </Modal>
  )
}

function PairForm({ stations, onMade }: { stations: readonly string[]; onMade: (made: Made) => void }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [kind, setKind] = useState<DeviceKind>("pos")
  const [name, setName] = useState("")
  const [station, setStation] = useState<string | null>(stations[0] ?? null)
  const needsStation = kind === "kds_station"
  const make = async () => {
    const body = { kind, name: name.trim(), ...(needsStation && station !== null && { station }) }
    const answer = await request(() => client.call(makeCode, { body }))
    if (answer) onMade(answer.data)
  }
  return (
    <Stack>
      <Select
        label={t("devices.kind")}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value as DeviceKind)}
      />
      <TextInput
        label={t("devices.name")}
        placeholder={t("devices.nameExample")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {needsStation && (
        <Select label={t("devices.station")} data={[...stations]} value={station} onChange={setStation} />
      )}
      <ErrorState answer={error} />
      <Button size="xl" loading={pending} disabled={name.trim() === "" || (needsStation && !station)} onClick={make}>
        {t("devices.makeCode")}
      </Button>
    </Stack>
  )
}

interface CodeShownProps {
  readonly made: Made
  readonly devices: readonly PairedDevice[]
  readonly onAgain: () => void
  readonly onDone: () => void
}

function CodeShown({ made, devices, onAgain, onDone }: CodeShownProps) {
  const { t } = useLanguage()
  const left = useSecondsLeft(made.expiresAt)
  const pairedAt = devices.find(({ name }) => name === made.name)?.pairedAt
  const [pairedBefore] = useState(pairedAt)
  const picture = useMemo(() => svgUrl(renderSVG(made.url)), [made.url])
  const paired = pairedAt !== undefined && pairedAt !== pairedBefore
  if (paired) {
    return (
      <Stack align="center" role="status">
        <span className="good large">
          <Icon name="check" size={34} /> {t("devices.isPaired", { name: made.name })}
        </span>
        <Button onClick={onDone}>{t("common.close")}</Button>
      </Stack>
    )
  }
  if (left === 0) {
    return (
      <Stack align="center" role="status">
        <Text>{t("devices.expired")}</Text>
        <Button onClick={onAgain}>{t("devices.makeCode")}</Button>
      </Stack>
    )
  }
  return (
    <Stack align="center">
      <Text>{t("devices.scan")}</Text>
      <img className="qr" src={picture} alt={t("devices.qrAlt")} />
      <output className="short-code">{made.code}</output>
      <a className="pair-url" href={made.url} target="_blank" rel="noreferrer">
        {made.url.split("#")[0]}
      </a>
      <Text role="timer">{t("devices.left", { time: minutesAndSeconds(left) })}</Text>
    </Stack>
  )
}

function useSecondsLeft(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(useNow())) / 1_000))
}
