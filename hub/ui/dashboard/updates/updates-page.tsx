/** Updates of the boxes: each ring's version and progress, a button to halt it, and a store's ring. */
import { Alert, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import {
  haltRing,
  listRings,
  putIntoRing,
  type RingState,
  readStoreRing,
} from "../../../../protocol/http/admin/updates.ts"
import { Bars } from "../../../../ui/bars.tsx"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { StorePicker } from "../store-picker.tsx"
import { useRead } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"

export function UpdatesPage() {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { may } = useMe()
  const { data, error, again } = useRead(listRings, { query: vendorId ? { vendorId } : {} })
  return (
    <Stack>
      <PageHead title={t("nav.updates")} text={t("updates.text")} />
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data?.rings.map((ring) => (
        <Ring key={ring.ring} ring={ring} onChange={again} />
      ))}
      {may("operations") && <StoreRing onChange={again} />}
    </Stack>
  )
}

interface RingProps {
  readonly ring: RingState
  readonly onChange: () => Promise<void>
}

function Ring({ ring: { ring, offer, haltedAt, versions }, onChange }: RingProps) {
  const { t, wordOf } = useLanguage()
  const named = t("updates.ring", { ring: wordOf(`ring.${ring}`, ring) })
  const { moment } = useMoments()
  const all = versions.reduce((sum, { stores }) => sum + stores, 0)
  const updated = versions.find(({ version }) => version === offer?.version)?.stores ?? 0
  return (
    <section className="card" style={{ padding: 16 }} aria-label={named}>
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} size="h4" title={ring}>
            {named}
          </Title>
          <Text>
            {offer
              ? t("updates.gets", { version: offer.version, until: moment(offer.expiresAt) })
              : t("updates.getsNothing")}
          </Text>
          {offer && all > 0 && <Text>{t("updates.progress", { there: updated, all })}</Text>}
        </div>
        <Halt ring={ring} halted={haltedAt !== null} onChange={onChange} />
      </Group>
      {haltedAt && (
        <Alert color="bad" my="sm">
          {t("updates.halted", { since: moment(haltedAt) })}
        </Alert>
      )}
      {versions.length === 0 ? (
        <Text c="dimmed">{t("updates.nobody")}</Text>
      ) : (
        <Bars
          caption={t("updates.running")}
          head={{ label: t("updates.version"), value: t("updates.boxes") }}
          bars={versions.map(({ version, stores }) => ({ label: version, value: stores, figure: `${stores}` }))}
        />
      )}
    </section>
  )
}

function Halt({ ring, halted, onChange }: { ring: string; halted: boolean; onChange: () => Promise<void> }) {
  const { t } = useLanguage()
  const { client, vendorId } = useSession()
  const { may } = useMe()
  const { request, pending, error } = useRequest()
  if (!may("operations")) return null
  const setHalted = async (halt: boolean) => {
    const body = { halted: halt, ...(vendorId && { vendorId }) }
    if (await request(() => client.call(haltRing, { params: { ring }, body }))) await onChange()
  }
  return (
    <Stack align="end">
      {halted ? (
        <Button loading={pending} onClick={() => void setHalted(false)}>
          {t("updates.resume")}
        </Button>
      ) : (
        <ConfirmButton variant="outline" loading={pending} onConfirm={() => void setHalted(true)}>
          {t("updates.halt")}
        </ConfirmButton>
      )}
      <Fault answer={error} />
    </Stack>
  )
}

/** Shows and changes a store's ring. */
function StoreRing({ onChange }: { onChange: () => Promise<void> }) {
  const { t } = useLanguage()
  const [storeId, setStoreId] = useState("")
  return (
    <section className="card" style={{ padding: 16 }}>
      <Stack>
        <Title order={2} size="h4">
          {t("updates.store")}
        </Title>
        <StorePicker label={t("updates.choose")} storeId={storeId} onPick={setStoreId} />
        {storeId && <MoveForm key={storeId} storeId={storeId} onChange={onChange} />}
      </Stack>
    </section>
  )
}

function MoveForm({ storeId, onChange }: { storeId: string; onChange: () => Promise<void> }) {
  const { t, wordOf } = useLanguage()
  const { client } = useSession()
  const { request, pending, error } = useRequest()
  const { data, error: readError, again } = useRead(readStoreRing, { params: { storeId } })
  const [typed, setTyped] = useState("")
  const move = async () => {
    const moved = await request(() => client.call(putIntoRing, { params: { storeId }, body: { ring: typed.trim() } }))
    if (moved) await Promise.all([again(), onChange()])
  }
  if (!data) return <Fault answer={readError} />
  const { running } = data
  const ring = wordOf(`ring.${data.ring}`, data.ring)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void move()
      }}
    >
      <Text role="status">{t(running ? "updates.isIn" : "updates.isInUnheard", { ring, version: running ?? "" })}</Text>
      <Group align="end">
        <TextInput
          label={t("updates.newRing")}
          description={t("updates.ringHint")}
          value={typed}
          maxLength={20}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={pending} disabled={typed.trim() === ""}>
          {t("updates.move")}
        </Button>
      </Group>
      <Fault answer={error} />
    </form>
  )
}
