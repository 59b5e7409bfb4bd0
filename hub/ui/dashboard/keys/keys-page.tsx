/** API keys and client credentials: create, rotate, revoke; last use. */
import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import {
  type ApiKey,
  type ClientCredential,
  listClients,
  listKeys,
  revokeApiKey,
  revokeClientCredential,
  rotateApiKey,
  rotateClientCredential,
} from "../../../../protocol/http/admin/keys.ts"
import { SCOPES } from "../../../../protocol/scopes.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { Empty } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { useReadList } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"
import { SecretDialog, type ShownSecret } from "../webhooks/secret-dialog.tsx"
import { ClientDialog, type Done, KeyDialog } from "./key-dialogs.tsx"

export function KeysPage() {
  const { t } = useLanguage()
  const { may } = useMe()
  const keys = useReadList(listKeys, { query: {} })
  const clients = useReadList(listClients, { query: {} })
  const [adding, setAdding] = useState<"key" | "client" | null>(null)
  const [shown, setShown] = useState<readonly ShownSecret[] | null>(null)
  const done = async (secrets: readonly ShownSecret[] | null) => {
    setAdding(null)
    setShown(secrets)
    await Promise.all([keys.again(), clients.again()])
  }
  return (
    <Stack>
      <PageHead title={t("nav.keys")} text={t("keys.text")}>
        {may("developers") && (
          <>
            <Button onClick={() => setAdding("key")}>{t("keys.add")}</Button>
            <Button variant="light" onClick={() => setAdding("client")}>
              {t("keys.addClient")}
            </Button>
          </>
        )}
      </PageHead>
      <GrowingList list={keys} none={<Empty icon="card" title={t("keys.none")} />}>
        {(items) => <KeyTable keys={items} onDone={done} />}
      </GrowingList>
      <GrowingList list={clients} none={null}>
        {(items) => <ClientTable clients={items} onDone={done} />}
      </GrowingList>
      {adding === "key" && <KeyDialog scopes={SCOPES} onClose={() => setAdding(null)} onDone={done} />}
      {adding === "client" && <ClientDialog onClose={() => setAdding(null)} onDone={done} />}
      {shown && <SecretDialog secrets={shown} onClose={() => setShown(null)} />}
    </Stack>
  )
}

const COLORS = { alive: "good", expired: "ember", revoked: "bad" } as const

function Life({ life }: { life: Pick<ApiKey, "state" | "lastUsedAt" | "expiresAt"> }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  return (
    <>
      <td>
        <Badge miw="max-content" variant="outline" color={COLORS[life.state]}>
          {t(`keys.state.${life.state}`)}
        </Badge>
        {life.expiresAt && (
          <div className="figures">
            {t("keys.expires")} {moment(life.expiresAt)}
          </div>
        )}
      </td>
      <td className="figures">{life.lastUsedAt ? moment(life.lastUsedAt) : t("keys.never")}</td>
    </>
  )
}

/** Column heads of `Life` and of the actions. */
const LIFE_HEADS = ["webhooks.state", "keys.lastUsed", "keys.actions"] as const

function KeyTable({ keys, onDone }: { keys: readonly ApiKey[]; onDone: Done }) {
  const { t } = useLanguage()
  const { mayChange } = useMe()
  return (
    <ListTable columns={(["keys.name", "keys.scopes", ...LIFE_HEADS] as const).map((head) => t(head))}>
      {keys.map((key) => (
        <tr key={key.keyId} data-key={key.name}>
          <td>
            <b>{key.name}</b>
            <div className="code" style={{ whiteSpace: "nowrap" }}>
              {key.prefix}…
            </div>
            <Text size="sm" c="dimmed">
              {key.vendorId ?? t("frame.allVendors")}
            </Text>
          </td>
          <td className="code key-scopes">
            {key.scopes.map((scope) => (
              <span key={scope}>{scope}</span>
            ))}
          </td>
          <Life life={key} />
          <td>
            {key.state === "alive" && mayChange("developers", key.vendorId) && (
              <KeyActions apiKey={key} onDone={onDone} />
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

function KeyActions({ apiKey: { keyId, name }, onDone }: { apiKey: ApiKey; onDone: Done }) {
  const { client } = useSession()
  const rotate = async (request: RequestFunction, overlapHours: number) => {
    const done = await request(() => client.call(rotateApiKey, { params: { keyId }, body: { overlapHours } }))
    if (done) await onDone([{ what: name, secret: done.data.secret }])
  }
  const revoke = async (request: RequestFunction) => {
    if (await request(() => client.call(revokeApiKey, { params: { keyId } }))) await onDone(null)
  }
  return <Actions onRotate={rotate} onRevoke={revoke} />
}

type RequestFunction = ReturnType<typeof useRequest>["request"]

const OVERLAPS = ["24", "168", "1", "0"] as const

interface ActionsProps {
  readonly onRotate: (request: RequestFunction, overlapHours: number) => Promise<void>
  readonly onRevoke: (request: RequestFunction) => Promise<void>
}

function Actions({ onRotate, onRevoke }: ActionsProps) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { pending, error, request } = useRequest()
  const [hours, setHours] = useState<string>(OVERLAPS[0])
  if (!may("developers")) return null
  return (
    <>
      <Group gap="xs" className="key-acts">
        <NativeSelect
          size="sm"
          aria-label={t("keys.overlap")}
          value={hours}
          data={OVERLAPS.map((value) => ({ value, label: t("keys.hours", { n: Number(value) }) }))}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Button size="sm" variant="light" loading={pending} onClick={() => void onRotate(request, Number(hours))}>
          {t("keys.rotate")}
        </Button>
        <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => void onRevoke(request)}>
          {t("keys.revoke")}
        </ConfirmButton>
      </Group>
      <Fault answer={error} />
    </>
  )
}

function ClientTable({ clients, onDone }: { clients: readonly ClientCredential[]; onDone: Done }) {
  const { t } = useLanguage()
  return (
    <ListTable
      above={
        <Title order={2} size="h4">
          {t("keys.clients")}
        </Title>
      }
      columns={(["keys.clientId", "keys.username", "frame.vendor", ...LIFE_HEADS] as const).map((head) => t(head))}
    >
      {clients.map((one) => (
        <tr key={one.clientId}>
          <td>{one.clientId}</td>
          <td>{one.username}</td>
          <td>{one.vendorId}</td>
          <Life life={one} />
          <td>{one.state === "alive" && <ClientActions clientId={one.clientId} onDone={onDone} />}</td>
        </tr>
      ))}
    </ListTable>
  )
}

function ClientActions({ clientId, onDone }: { clientId: string; onDone: Done }) {
  const { client } = useSession()
  const { t } = useLanguage()
  const rotate = async (request: RequestFunction, overlapHours: number) => {
    const done = await request(() =>
      client.call(rotateClientCredential, { params: { clientId }, body: { overlapHours } }),
    )
    if (!done) return
    const { client: next, clientSecret, password } = done.data
    await onDone([
      { what: `${next.clientId} · ${t("keys.clientSecret")}`, secret: clientSecret },
      { what: `${next.username} · ${t("keys.password")}`, secret: password },
    ])
  }
  const revoke = async (request: RequestFunction) => {
    if (await request(() => client.call(revokeClientCredential, { params: { clientId } }))) await onDone(null)
  }
  return <Actions onRotate={rotate} onRevoke={revoke} />
}
