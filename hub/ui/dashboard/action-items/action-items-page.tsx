/** Action items by kind, oldest first, each with its reason, advice and actions. */
import "./action-items.css"
import { Button, Group, Stack, Text } from "@mantine/core"
import { useCallback } from "react"
import {
  ACTION_ITEM_COUNT_MAX,
  ACTION_ITEM_KINDS,
  type ActionItem,
  type ActionItemKind,
  countActionItems,
  listActionItems,
} from "../../../../protocol/http/admin/action-items.ts"
import { useDetails } from "../../../../ui/audit-words.ts"
import { Empty, Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { type TranslateCode, useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type PageProps } from "../route.ts"
import { useRead, useReadList } from "../use-read.ts"
import { useRefresh } from "../use-refresh.ts"
import { useSession } from "../use-session.tsx"
import { ItemActions } from "./item-actions.tsx"

export function ActionItemsPage({ route }: PageProps) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const query = vendorId === null ? {} : { vendorId }
  const counted = useRead(countActionItems, { query })
  const counts = counted.data?.counts ?? null
  const asked = ACTION_ITEM_KINDS.find((kind) => kind === route.path[0])
  const kind = asked ?? counts?.find(({ count }) => count > 0)?.kind ?? null
  return (
    <Stack>
      <PageHead title={t("nav.attention")} text={t("actionItems.text")} />
      <Fault answer={counted.error} onAgain={() => void counted.again()} />
      {!counts && !counted.error && <Loading>{t("frame.reading")}</Loading>}
      {counts && <Kinds counts={counts} current={kind} />}
      {counts && kind === null && <Empty icon="check" title={t("actionItems.none")} />}
      {kind !== null && <KindList key={kind} kind={kind} onChanged={counted.again} />}
    </Stack>
  )
}

interface KindsProps {
  readonly counts: readonly { readonly kind: ActionItemKind; readonly count: number }[]
  readonly current: ActionItemKind | null
}

function Kinds({ counts, current }: KindsProps) {
  const { t } = useLanguage()
  return (
    <nav aria-label={t("actionItems.kinds")} className="kinds">
      {counts.map(({ kind, count }) => (
        <a key={kind} href={hrefOf("attention", [kind])} aria-current={kind === current ? "true" : undefined}>
          {t(`actionItems.kind.${kind}`)} <b>{count >= ACTION_ITEM_COUNT_MAX ? `${count}+` : count}</b>
        </a>
      ))}
    </nav>
  )
}

function KindList({ kind, onChanged }: { kind: ActionItemKind; onChanged: () => Promise<void> }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const query = { kind, ...(vendorId !== null && { vendorId }) }
  const list = useReadList(listActionItems, { query })
  const { again } = list
  const changed = useCallback(async () => {
    await Promise.all([again(), onChanged()])
  }, [again, onChanged])
  useRefresh(changed, list.items?.some(({ askedAt }) => askedAt !== null) ?? false)
  return (
    <GrowingList list={list} none={<Empty icon="check" title={t("actionItems.none")} />}>
      {(items) => items.map((item) => <Item key={item.key} item={item} onChanged={changed} />)}
    </GrowingList>
  )
}

function Item({ item, onChanged }: { item: ActionItem; onChanged: () => Promise<void> }) {
  const { t, keyOf, wordOf } = useLanguage()
  const { moment } = useMoments()
  const details = useDetails(moment)
  const advice = keyOf(`actionItems.advice.${item.advice}`) ?? keyOf(`${item.advice}.todo`)
  return (
    <article className="card" style={{ padding: 16 }}>
      <Group justify="space-between" align="start">
        <div style={{ flex: "1 1 320px" }}>
          <strong>{whatOf(item, wordOf)}</strong>
          <Text size="sm" c="dimmed">
            {[item.guest, item.storeName, item.vendorId, t("actionItems.since", { at: moment(item.at) })]
              .filter(Boolean)
              .join(" · ")}
          </Text>
          <Why why={item.why} />
          {item.reason && <Text>{details({ conflict: item.reason.code, ...item.reason.params })}</Text>}
          {advice && <Text size="sm">{t(advice)}</Text>}
          {item.askedAt !== null && <Text size="sm">{t("actionItems.asked", { at: moment(item.askedAt) })}</Text>}
        </div>
        {item.order !== null && (
          <Button component="a" size="sm" variant="subtle" href={hrefOf("orders", [], { search: item.order })}>
            {t("actionItems.order")}
          </Button>
        )}
      </Group>
      <ItemActions item={item} onChanged={onChanged} />
    </article>
  )
}

/** The reason: the code's message, then the technical text. The tooltip has the whole reason for support. */
function Why({ why }: Pick<ActionItem, "why">) {
  const { t, keyOf } = useLanguage()
  const [code = "", ...said] = why.split(": ")
  const words = keyOf(`actionItems.why.${code}`)
  const rest = words === null ? why : said.join(": ")
  return (
    <div style={{ margin: "6px 0" }} title={why}>
      {words && <Text>{t(words)}</Text>}
      {rest && <Text className="code">{rest}</Text>}
    </div>
  )
}

/** What the item is about, with codes replaced by their messages. */
function whatOf({ kind, what }: ActionItem, wordOf: TranslateCode): string {
  if (kind === "conflict") return wordOf(`conflict.${what}`, what)
  if (kind === "job") return wordOf(`job.${what}`, what)
  if (kind === "document") return what.replace(/^\w+/, (operation) => wordOf(`value.operation.${operation}`, operation))
  if (kind === "refund") return what.replace(/[A-Z_]{4,}/g, (method) => wordOf(`method.${method}`, method))
  return wordOf(`op.${what}`, what)
}
