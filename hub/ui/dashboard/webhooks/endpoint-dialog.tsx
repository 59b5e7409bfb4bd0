/** Makes an endpoint, or changes where it is and which events it wants. */
import { Button, Checkbox, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { changeWebhook, createWebhook, type WebhookEndpoint } from "../../../../protocol/http/admin/webhooks.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../session.tsx"
import type { ShownSecret } from "./secret-dialog.tsx"

/** A test is for the endpoint that is tried out, whatever it asked for. */
const NEVER_ASKED = "webhook.test"

interface EndpointDialogProps {
  /** Null for a new one. */
  readonly endpoint: WebhookEndpoint | null
  readonly types: readonly string[]
  readonly onClose: () => void
  readonly onDone: (secret: ShownSecret | null) => Promise<void>
}

export function EndpointDialog({ endpoint, types, onClose, onDone }: EndpointDialogProps) {
  const { t } = useLanguage()
  const { client } = useSession()
  const { vendors, wholeAccount } = useMe()
  const { pending, trouble, ask } = useRequest()
  const [name, setName] = useState("")
  const [url, setUrl] = useState(endpoint?.url ?? "https://")
  const [vendorId, setVendorId] = useState(vendors[0]?.id ?? "")
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? ["*"])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (endpoint) {
      const params = { endpointId: endpoint.endpointId }
      if (!(await ask(() => client.call(changeWebhook, { params, body: { url, events: [...events] } })))) return
      onClose()
      return onDone(null)
    }
    const body = { name, url, vendorId: vendorId === "" ? null : vendorId, events: [...events] }
    const made = await ask(() => client.call(createWebhook, { body }))
    if (!made) return
    onClose()
    await onDone({ what: made.data.endpoint.name, secret: made.data.secret })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={endpoint ? endpoint.name : t("hooks.add")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          {!endpoint && (
            <>
              <TextInput
                label={t("hooks.name")}
                required
                data-autofocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <NativeSelect
                label={t("frame.vendor")}
                value={vendorId}
                data={[
                  ...vendors.map(({ id, name: label }) => ({ value: id, label })),
                  ...(wholeAccount ? [{ value: "", label: t("frame.allVendors") }] : []),
                ]}
                onChange={(event) => setVendorId(event.currentTarget.value)}
              />
            </>
          )}
          <TextInput
            label={t("hooks.url")}
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Checkbox.Group label={t("hooks.events")} value={[...events]} onChange={setEvents}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
              {choicesOf(types, events).map((type) => (
                <Checkbox key={type} value={type} label={type === "*" ? t("hooks.allEvents") : type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <Fault answer={trouble} />
          <Button type="submit" loading={pending} disabled={events.length === 0}>
            {t(endpoint ? "hooks.save" : "hooks.create")}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

/** All, each event, and whatever else stands in the filter, as `order.*`. */
export function choicesOf(types: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set(["*", ...types.filter((type) => type !== NEVER_ASKED), ...chosen])]
}
