/** The stores' menus: publications and reports, locks, and sold-out products. */
import { Alert, Badge, Button, Group, Stack, Text, Title } from "@mantine/core"
import {
  listMenuLocks,
  listMenus,
  listStockOuts,
  type MenuLine,
  type MenuLock,
  publishStoreMenus,
  releaseMenuLock,
} from "../../../../protocol/http/admin/menus.ts"
import { FAILED_WITHOUT_REASON, RELEASED_MANUALLY } from "../../../../protocol/rules/catalog/menu-sync.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { Empty } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList, More } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import type { MessageKey } from "../messages/index.ts"
import { PageHead } from "../page-head.tsx"
import { useRead, useReadList } from "../use-read.ts"
import { useMe, useSession } from "../use-session.tsx"

export function MenusPage() {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const query = vendorId ? { vendorId } : {}
  const isShown = (lock: MenuLock) => vendorId === null || lock.vendorId === vendorId
  const list = useReadList(listMenus, { query })
  const locks = useRead(listMenuLocks, {})
  const changed = async () => {
    await Promise.all([list.again(), locks.again()])
  }
  return (
    <Stack>
      <PageHead title={t("nav.menus")} text={t("menus.text")} />
      {locks.data?.locks.filter(isShown).map((lock) => (
        <Lock key={lock.vendorId} lock={lock} onChanged={changed} />
      ))}
      <GrowingList list={list} none={<Empty icon="menu" title={t("menus.none")} />}>
        {(items) => <MenuTable items={items} onChanged={changed} />}
      </GrowingList>
      <StockOuts />
    </Stack>
  )
}

interface ChangeProps {
  readonly onChanged: () => Promise<void>
}

function Lock({ lock, onChanged }: ChangeProps & { lock: MenuLock }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { may, vendors } = useMe()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const { vendorId, publicationId, takenAt, waiting } = lock
  const vendor = vendors.find(({ id }) => id === vendorId)?.name ?? vendorId
  const release = async () => {
    const options = { params: { vendorId }, body: { publicationId } }
    if (await request(() => client.call(releaseMenuLock, options))) await onChanged()
  }
  return (
    <Alert color="ember" variant="light" title={t("menus.locked", { vendor })}>
      <Group justify="space-between">
        <Text size="sm">{t("menus.lockText", { at: moment(takenAt), n: waiting })}</Text>
        {may("hands") && (
          <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => void release()}>
            {t("menus.release")}
          </ConfirmButton>
        )}
      </Group>
      <Fault answer={error} />
    </Alert>
  )
}

function MenuTable({ items, onChanged }: ChangeProps & { items: readonly MenuLine[] }) {
  const { t } = useLanguage()
  const heads = ["store", "channel", "version", "status", "publication", "reports"] as const
  return (
    <ListTable columns={[...heads.map((head) => t(`menus.${head}`)), t("keys.actions")]}>
      {items.map((line) => (
        <Line key={`${line.storeId} ${line.channel} ${line.fulfillmentType}`} line={line} onChanged={onChanged} />
      ))}
    </ListTable>
  )
}

/** Messages of the hub's own errors. An integrator's text is shown as it is. */
const OWN_WORDS: Readonly<Record<string, MessageKey>> = {
  [RELEASED_MANUALLY]: "menus.releasedByHand",
  [FAILED_WITHOUT_REASON]: "menus.withoutWords",
}

const COLORS = { PENDING: "ember", SYNCED: "good", FAILED: "bad" } as const

function Line({ line, onChanged }: ChangeProps & { line: MenuLine }) {
  const { t, wordOf } = useLanguage()
  const { moment } = useMoments()
  const { publication } = line
  return (
    <tr data-menu={`${line.storeCode} ${line.channel}`}>
      <td>
        <b>{line.storeCode}</b>
        <div>{line.storeName}</div>
      </td>
      <td>
        {wordOf(`channel.${line.channel}`, line.channel)} ·{" "}
        {wordOf(`fulfillment.${line.fulfillmentType}`, line.fulfillmentType)}
      </td>
      <td>
        <span className="code">{line.version.slice(0, 8)}</span>
        <div>{moment(line.generatedAt)}</div>
      </td>
      <td>
        <Badge miw="max-content" variant="outline" color={COLORS[line.status]}>
          {t(`menus.is.${line.status}`)}
        </Badge>
        {!line.sellable && <div>{t("menus.unsellable")}</div>}
      </td>
      <td>
        {publication ? moment(publication.publishedAt) : t("menus.notYet")}
        {publication?.by && <div>{publication.by}</div>}
        {publication && publication.version !== line.version && <div>{t("menus.older")}</div>}
      </td>
      <td>
        {publication?.reports.map(({ entity, status, error }) => (
          <div key={entity}>
            {wordOf(`menus.entity.${entity}`, entity)}: {t(`menus.report.${status}`)}
            {error && ` · ${OWN_WORDS[error] ? t(OWN_WORDS[error]) : error}`}
          </div>
        ))}
      </td>
      <td>
        <Publish line={line} onChanged={onChanged} />
      </td>
    </tr>
  )
}

function Publish({ line, onChanged }: ChangeProps & { line: MenuLine }) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const { vendorId, storeId, channel, fulfillmentType } = line
  const publish = async () => {
    const body = { vendorId, storeId, channel, fulfillmentType }
    if (await request(() => client.call(publishStoreMenus, { body }))) await onChanged()
  }
  if (!may("hands") || !line.sellable) return null
  return (
    <>
      <Button size="sm" variant="light" loading={pending} onClick={() => void publish()}>
        {t("menus.publish")}
      </Button>
      <Fault answer={error} />
    </>
  )
}

function StockOuts() {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { vendorId } = useSession()
  const list = useReadList(listStockOuts, { query: vendorId ? { vendorId } : {} })
  return (
    <section className="card" style={{ padding: "12px 16px" }} aria-label={t("menus.stockOuts")}>
      <Title order={2} size="h4">
        {t("menus.stockOuts")}
      </Title>
      <Fault answer={list.error} />
      {list.items?.length === 0 && <Text c="dimmed">{t("menus.nothingOut")}</Text>}
      {list.items && list.items.length > 0 && (
        <table className="list">
          <tbody>
            {list.items.map((one) => (
              <tr key={`${one.storeId} ${one.productId}`}>
                <td>
                  {one.storeCode} {one.storeName}
                </td>
                <td>
                  <b>{one.name ?? one.productId}</b>
                </td>
                <td>{one.until ? t("menus.until", { at: moment(one.until) }) : t("menus.untilSaid")}</td>
                <td>{t(one.side === "hub" ? "menus.saidHub" : "menus.saidStore", { at: moment(one.changedAt) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More list={list} />
    </section>
  )
}
