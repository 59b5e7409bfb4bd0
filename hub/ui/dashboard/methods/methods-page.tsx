/** A store's payment methods: each field's value and the level that sets it. Secrets can be replaced, but not read. */
import { Alert, Badge, Group, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { type MethodView, readStoreMethods, type StoreMethodsView } from "../../../../protocol/http/admin/methods.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { Empty, Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type PageProps } from "../route.ts"
import { StorePicker } from "../store-picker.tsx"
import { useRead } from "../use-read.ts"
import { FieldRow } from "./field-row.tsx"

export function MethodsPage({ route }: PageProps) {
  const { t } = useLanguage()
  const [storeId = ""] = route.path
  return (
    <Stack>
      <PageHead title={t("nav.methods")} text={t("methods.text")} />
      <StorePicker
        label={t("menus.store")}
        storeId={storeId}
        onPick={(picked) => go(hrefOf("methods", picked ? [picked] : []))}
      />
      {storeId ? <Methods key={storeId} storeId={storeId} /> : <Empty icon="card" title={t("methods.noStore")} />}
    </Stack>
  )
}

function Methods({ storeId }: { storeId: string }) {
  const { t } = useLanguage()
  const { data, error, again } = useRead(readStoreMethods, { query: { storeId } })
  const [fresh, setFresh] = useState<StoreMethodsView | null>(null)
  const shown = fresh ?? data
  if (!shown)
    return error ? <Fault answer={error} onAgain={() => void again()} /> : <Loading>{t("frame.reading")}</Loading>
  return (
    <>
      <Title order={2} size="h3">
        {shown.storeCode} {shown.storeName}
      </Title>
      {shown.countryCode === null && <Warning>{t("methods.noCountry")}</Warning>}
      {shown.methods.length === 0 && <Empty icon="card" title={t("methods.none")} />}
      {shown.methods.map((method) => (
        <Method key={method.methodId} method={method} storeId={storeId} onChanged={setFresh} />
      ))}
    </>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />}>
      {children}
    </Alert>
  )
}

interface MethodProps {
  readonly method: MethodView
  readonly storeId: string
  readonly onChanged: (view: StoreMethodsView) => void
}

function Method({ method, storeId, onChanged }: MethodProps) {
  const { t, wordOf } = useLanguage()
  const { code, name, charging, availability, fields, missing, warnings } = method
  return (
    <section className="card" style={{ padding: "12px 16px" }} aria-label={name} data-method={code}>
      <Group justify="space-between">
        <Title order={3} size="h4">
          {name} <span className="code">{code}</span>
        </Title>
        <Badge variant="outline" color={charging ? "good" : "ember"}>
          {t(charging ? "methods.charging" : "methods.notCharging")}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {availability
          .map(({ channelCode, fulfillmentCode, enabled }) =>
            [
              wordOf(`channel.${channelCode}`, channelCode),
              wordOf(`fulfillment.${fulfillmentCode}`, fulfillmentCode),
              enabled ? "" : `(${t("methods.off")})`,
            ].join(" "),
          )
          .join(" · ")}
      </Text>
      {missing.length > 0 && <Warning>{t("methods.missing", { keys: missing.join(", ") })}</Warning>}
      {warnings.map((one) => (
        <Warning key={one.code + one.subject}>{t(`methods.warn.${one.code}`, { subject: one.subject })}</Warning>
      ))}
      {fields.length > 0 && (
        <ListTable isWithin columns={[t("methods.field"), t("methods.given"), t("methods.from")]}>
          {fields.map((field) => (
            <FieldRow
              key={field.key}
              field={field}
              methodId={method.methodId}
              storeId={storeId}
              onChanged={onChanged}
            />
          ))}
        </ListTable>
      )}
    </section>
  )
}
