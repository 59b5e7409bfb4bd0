/** Assigns a new box to a store: claim code, store, and a warning if the store has a box already. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { claimBox, readClaim, type WaitingBox } from "../../../../protocol/http/admin/boxes.ts"
import { readStore } from "../../../../protocol/http/admin/stores.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type PageProps } from "../route.ts"
import { StorePicker } from "../store-picker.tsx"
import { useRead } from "../use-read.ts"
import { useSession } from "../use-session.tsx"

export function BoxesPage({ route }: PageProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { request, pending, error } = useRequest()
  const [code, setCode] = useState(route.query.code ?? "")
  const [waiting, setWaiting] = useState<WaitingBox | null>(null)
  const [done, setDone] = useState<{ storeId: string; storeName: string } | null>(null)
  const find = async () => {
    setDone(null)
    const found = await request(() => client.call(readClaim, { params: { code: code.trim() } }))
    setWaiting(found?.data ?? null)
  }
  return (
    <Stack maw={640}>
      <PageHead title={t("nav.boxes")} text={t("boxes.text")} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <Group align="end">
          <TextInput
            label={t("boxes.code")}
            value={code}
            autoComplete="off"
            maxLength={20}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setWaiting(null)
            }}
          />
          <Button type="submit" loading={pending} disabled={code.trim() === ""}>
            {t("boxes.look")}
          </Button>
        </Group>
      </form>
      <Fault answer={error} notFound={t("boxes.unknown")} />
      {waiting && (
        <WaitingBoxCard
          code={code.trim()}
          waiting={waiting}
          onDone={(claimed) => {
            setWaiting(null)
            setCode("")
            setDone(claimed)
          }}
        />
      )}
      {done && (
        <Alert color="good" role="status">
          {t("boxes.done", { name: done.storeName })} <a href={hrefOf("stores", [done.storeId])}>{t("nav.stores")}</a>
        </Alert>
      )}
    </Stack>
  )
}

interface WaitingBoxProps {
  readonly code: string
  readonly waiting: WaitingBox
  readonly onDone: (claimed: { storeId: string; storeName: string }) => void
}

function WaitingBoxCard({ code, waiting, onDone }: WaitingBoxProps) {
  const { t } = useLanguage()
  const [storeId, setStoreId] = useState("")
  const { version, address } = waiting
  return (
    <Stack className="card" style={{ padding: 16 }}>
      <Text>{t("boxes.found", { version, address })}</Text>
      <StorePicker label={t("boxes.choose")} storeId={storeId} onPick={setStoreId} />
      {storeId && <AssignStore key={storeId} code={code} storeId={storeId} onDone={onDone} />}
    </Stack>
  )
}

function AssignStore({ code, storeId, onDone }: Pick<WaitingBoxProps, "code" | "onDone"> & { storeId: string }) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { request, pending, error } = useRequest()
  const store = useRead(readStore, { params: { storeId } })
  const replace = store.data?.box !== null
  const assign = async () => {
    const claimed = await request(() => client.call(claimBox, { params: { code }, body: { storeId, replace } }))
    if (claimed) onDone(claimed.data)
  }
  if (!store.data) return <Fault answer={store.error} />
  return (
    <>
      {replace && <Alert color="bad">{t("boxes.replaces")}</Alert>}
      <Fault answer={error} notFound={t("boxes.unknown")} />
      <Button loading={pending} color={replace ? "bad" : undefined} onClick={() => void assign()}>
        {t(replace ? "boxes.replace" : "boxes.claim")}
      </Button>
    </>
  )
}
