/** Creates a webhook endpoint, or changes its address and its events. */
import { Button, Checkbox, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { changeWebhook, createWebhook, type WebhookEndpoint } from "../../../../protocol/http/admin/webhooks.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../use-session.tsx"
import type { ShownSecret } from "./secret-dialog.tsx"

/** Tests go to the endpoint under test whatever its filter is, so this type cannot be chosen. */
const TEST_EVENT = "webhook.test"

interface EndpointDialogProps {
  /** Null creates a new one. */
  readonly endpoint: WebhookEndpoint | null
  readonly types: readonly string[]
  readonly onClose: () => void
  readonly onDone: (secret: ShownSecret | null) => Promise<void>
}

export function EndpointDialog(props: EndpointDialogProps) {
  const { t } = useLanguage()
  const { endpoint, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={endpoint ? endpoint.name : t("webhooks.add")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <EndpointForm {...props} />
    </Modal>
  )
}

function EndpointForm({ endpoint, types, onClose, onDone }: EndpointDialogProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { vendors } = useMe()
  const { pending, error, request } = useRequest()
  const [owner, setOwner] = useState<EndpointOwner>({ name: "", vendorId: vendors[0]?.id ?? "" })
  const [url, setUrl] = useState(endpoint?.url ?? "https://")
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? ["*"])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changes = { url, events: [...events] }
    if (endpoint) {
      const params = { endpointId: endpoint.endpointId }
      if (!(await request(() => client.call(changeWebhook, { params, body: changes })))) return
      onClose()
      return onDone(null)
    }
    const body = { name: owner.name, vendorId: owner.vendorId === "" ? null : owner.vendorId, ...changes }
    const created = await request(() => client.call(createWebhook, { body }))
    if (!created) return
    onClose()
    await onDone({ what: created.data.endpoint.name, secret: created.data.secret })
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        {!endpoint && <OwnerFields value={owner} onChange={setOwner} />}
        <TextInput
          label={t("webhooks.url")}
          required
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group label={t("webhooks.events")} value={[...events]} onChange={setEvents}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
            {choicesOf(types, events).map((type) => (
              <Checkbox key={type} value={type} label={type === "*" ? t("webhooks.allEvents") : type} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Fault answer={error} />
        <Button type="submit" loading={pending} disabled={events.length === 0}>
          {t(endpoint ? "webhooks.save" : "webhooks.create")}
        </Button>
      </Stack>
    </form>
  )
}

/** These cannot be changed later. An empty `vendorId` is the whole account. */
interface EndpointOwner {
  readonly name: string
  readonly vendorId: string
}

interface OwnerFieldsProps {
  readonly value: EndpointOwner
  readonly onChange: (value: EndpointOwner) => void
}

function OwnerFields({ value, onChange }: OwnerFieldsProps) {
  const { t } = useLanguage()
  const { vendors, wholeAccount } = useMe()
  return (
    <>
      <TextInput
        label={t("webhooks.name")}
        required
        data-autofocus
        value={value.name}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("frame.vendor")}
        value={value.vendorId}
        data={[
          ...vendors.map(({ id, name: label }) => ({ value: id, label })),
          ...(wholeAccount ? [{ value: "", label: t("frame.allVendors") }] : []),
        ]}
        onChange={(event) => onChange({ ...value, vendorId: event.currentTarget.value })}
      />
    </>
  )
}

/** All events, each event type, and patterns such as `order.*` that the endpoint already has. */
export function choicesOf(types: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set(["*", ...types.filter((type) => type !== TEST_EVENT), ...chosen])]
}
