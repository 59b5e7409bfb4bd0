/** Dialogs to create an API key, or client credentials of the legacy family. */
import { Button, Checkbox, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core"
import { type FormEvent, type ReactNode, useState } from "react"
import { createApiKey, createClientCredential } from "../../../../protocol/http/admin/keys.ts"
import type { Scope } from "../../../../protocol/scopes.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../use-session.tsx"
import type { ShownSecret } from "../webhooks/secret-dialog.tsx"

/** Called with new secrets to show once; null if there are none. */
export type Done = (secrets: readonly ShownSecret[] | null) => Promise<void>

interface FrameProps {
  readonly title: string
  readonly creation: ReturnType<typeof useRequest>
  readonly ready: boolean
  readonly onClose: () => void
  readonly onSave: () => Promise<void>
  readonly children: ReactNode
}

function Dialog({ title, creation, ready, onClose, onSave, children }: FrameProps) {
  const { t } = useLanguage()
  const save = (event: FormEvent) => {
    event.preventDefault()
    void onSave()
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form onSubmit={save}>
        <Stack>
          {children}
          <Fault answer={creation.error} />
          <Button type="submit" loading={creation.pending} disabled={!ready}>
            {t("webhooks.create")}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function VendorField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLanguage()
  const { vendors } = useMe()
  return (
    <NativeSelect
      label={t("frame.vendor")}
      value={value}
      data={vendors.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: Done
}

export function KeyDialog({ scopes, onClose, onDone }: DialogProps & { scopes: readonly string[] }) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { vendors } = useMe()
  const creation = useRequest()
  const [name, setName] = useState("")
  const [vendorId, setVendorId] = useState(vendors[0]?.id ?? "")
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [expires, setExpires] = useState("")
  const save = async () => {
    const expiresAt = expires === "" ? null : new Date(expires).toISOString()
    const body = { name, vendorId, scopes: [...chosen] as Scope[], expiresAt }
    const created = await creation.request(() => client.call(createApiKey, { body }))
    if (created) await onDone([{ what: created.data.key.name, secret: created.data.secret }])
  }
  const ready = name.trim() !== "" && chosen.length > 0
  return (
    <Dialog title={t("keys.add")} creation={creation} ready={ready} onClose={onClose} onSave={save}>
      <TextInput
        label={t("keys.name")}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <VendorField value={vendorId} onChange={setVendorId} />
      <Checkbox.Group label={t("keys.scopes")} value={[...chosen]} onChange={setChosen}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextInput
        type="datetime-local"
        label={t("keys.expiresMaybe")}
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
    </Dialog>
  )
}

export function ClientDialog({ onClose, onDone }: DialogProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { vendors } = useMe()
  const creation = useRequest()
  const [clientId, setClientId] = useState("")
  const [vendorId, setVendorId] = useState(vendors[0]?.id ?? "")
  const save = async () => {
    const created = await creation.request(() => client.call(createClientCredential, { body: { clientId, vendorId } }))
    if (!created) return
    const { clientSecret, password } = created.data
    await onDone([
      { what: `${clientId} · ${t("keys.clientSecret")}`, secret: clientSecret },
      { what: `${created.data.client.username} · ${t("keys.password")}`, secret: password },
    ])
  }
  return (
    <Dialog title={t("keys.addClient")} creation={creation} ready={clientId !== ""} onClose={onClose} onSave={save}>
      <TextInput
        label={t("keys.clientId")}
        required
        data-autofocus
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <VendorField value={vendorId} onChange={setVendorId} />
    </Dialog>
  )
}
