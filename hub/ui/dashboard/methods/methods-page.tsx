/** Payment methods of a store as it ends with them: each value with its level; secrets are set or not, and can be replaced. */
import { Alert, Badge, Group, NativeSelect, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { type MethodView, readStoreMethods, type StoreMethodsView } from "../../../../protocol/http/admin/methods.ts"
import { listPlaces } from "../../../../protocol/http/admin/places.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { Empty, Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type PageProps } from "../route.ts"
import { useSession } from "../session.tsx"
import { useRead } from "../use-read.ts"
import { FieldRow } from "./field-row.tsx"

const PLACES_MAX = 200

export function MethodsPage({ route }: PageProps) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const query = { size: PLACES_MAX, ...(vendorId && { vendorId }) }
  const { data, trouble, again } = useRead(listPlaces, { query })
  const [picked] = route.path
  const storeId = picked ?? data?.items[0]?.id
  return (
    <Stack>
      <PageHead title={t("nav.methods")} text={t("methods.text")}>
        <NativeSelect
          aria-label={t("menus.store")}
          value={storeId ?? ""}
          data={(data?.items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code ?? ""} ${name}` }))}
          onChange={(event) => go(hrefOf("methods", [event.currentTarget.value]))}
        />
      </PageHead>
      <Fault answer={trouble} onAgain={() => void again()} />
      {!data && !trouble && <Loading>{t("frame.reading")}</Loading>}
      {data?.items.length === 0 && <Empty icon="card" title={t("methods.noStore")} />}
      {storeId && <Methods key={storeId} storeId={storeId} />}
    </Stack>
  )
}

function Methods({ storeId }: { storeId: string }) {
  const { t } = useLanguage()
  const { data, trouble, again } = useRead(readStoreMethods, { query: { storeId } })
  const [fresh, setFresh] = useState<StoreMethodsView | null>(null)
  const shown = fresh ?? data
  if (!shown)
    return trouble ? <Fault answer={trouble} onAgain={() => void again()} /> : <Loading>{t("frame.reading")}</Loading>
  return (
    <>
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
  const { t } = useLanguage()
  const { code, name, charging, availability, fields, missing, warnings } = method
  return (
    <section className="card" style={{ padding: "12px 16px" }} aria-label={name} data-method={code}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {name} <span className="code">{code}</span>
        </Title>
        <Badge variant="outline" color={charging ? "good" : "ember"}>
          {t(charging ? "methods.charging" : "methods.notCharging")}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {availability
          .map((at) => `${at.channelCode} ${at.fulfillmentCode}${at.enabled ? "" : ` (${t("methods.off")})`}`)
          .join(" · ")}
      </Text>
      {missing.length > 0 && <Warning>{t("methods.missing", { keys: missing.join(", ") })}</Warning>}
      {warnings.map((one) => (
        <Warning key={one.code + one.subject}>{t(`methods.warn.${one.code}`, { subject: one.subject })}</Warning>
      ))}
      {fields.length > 0 && (
        <div className="list-wrap">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">{t("methods.field")}</th>
                <th scope="col">{t("methods.given")}</th>
                <th scope="col">{t("methods.from")}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <FieldRow
                  key={field.key}
                  field={field}
                  methodId={method.methodId}
                  storeId={storeId}
                  onChanged={onChanged}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
