/** Corrects an open order's number, name and buyer. After a conflict it shows both versions side by side. */
import { Button, Group, Select, SimpleGrid, Stack, Table, Text, TextInput } from "@mantine/core"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { updateOrder } from "../../../../protocol/http/orders.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useStore } from "../../../../ui/figures.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { taxIdName } from "../../../../ui/tax-ids.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { useLanguage } from "../language.ts"
import {
  correctionOf,
  DRAFT_FIELDS,
  type DraftField,
  disagreements,
  draftFault,
  draftOf,
  type EditableOrder,
  kindsFor,
  type OrderDraft,
  withNumber,
} from "./correct-order.ts"

const STALE = "STALE_REVISION"

interface CorrectFormProps {
  readonly order: EditableOrder
  readonly onSaved: () => Promise<void>
  /** Loads the order's current version. */
  readonly reread: () => Promise<EditableOrder | null>
}

export function CorrectForm({ order, onSaved, reread }: CorrectFormProps) {
  const { t } = useLanguage()
  const { countryCode } = useStore()
  const { draft, change, save, takeTheirs, stale, saved, pending, error } = useCorrection({ order, onSaved, reread })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const wrong = draftFault(order, draft, countryCode)
  const unchanged = correctionOf(order, draft, "unsent") === null
  const differences = stale ? disagreements(draft, order) : []
  return (
    <form onSubmit={submit}>
      <Stack>
        <DraftFields order={order} draft={draft} onChange={change} />
        {!stale && <ErrorState answer={error} />}
        {differences.length > 0 && <SideBySide differences={differences} onTheirs={takeTheirs} />}
        {saved && (
          <Text role="status" c="good">
            {t("order.corrected")}
          </Text>
        )}
        <div className="dialog-act">
          <Button type="submit" fullWidth loading={pending} disabled={unchanged || wrong.govIdNumber || wrong.email}>
            {t(stale ? "order.saveMine" : "order.save")}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** The draft of a correction and its request. `stale` after somebody else has changed the order first. */
function useCorrection({ order, onSaved, reread }: CorrectFormProps) {
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [draft, setDraft] = useState<OrderDraft>(() => draftOf(order))
  const [stale, setStale] = useState(false)
  const [saved, setSaved] = useState(false)
  const key = useRef(makeUuid())
  const save = async () => {
    const body = correctionOf(order, draft, key.current)
    if (!body) return
    const params = { orderId: order.id ?? "" }
    let refused = ""
    const answer = await request(async () => {
      const result = await client.call(updateOrder, { params, body })
      if (!result.ok && !result.offline) refused = result.refused
      return result
    })
    if (refused === STALE) {
      // A correction of another revision is a new request, so it needs a new idempotency key.
      key.current = makeUuid()
      await reread()
      setStale(true)
    }
    if (!answer) return
    key.current = makeUuid()
    setStale(false)
    setSaved(true)
    await onSaved()
  }
  const change = (next: OrderDraft) => {
    setSaved(false)
    setDraft(next)
  }
  const takeTheirs = () => {
    setDraft(draftOf(order))
    setStale(false)
  }
  return { draft, change, save, takeTheirs, stale, saved, pending, error }
}

interface DraftFieldsProps {
  readonly order: EditableOrder
  readonly draft: OrderDraft
  readonly onChange: (draft: OrderDraft) => void
}

function DraftFields({ order, draft, onChange }: DraftFieldsProps) {
  const { t } = useLanguage()
  const { countryCode } = useStore()
  const kinds = kindsFor(draftOf(order), countryCode)
  const wrong = draftFault(order, draft, countryCode)
  const errors: { readonly [Field in DraftField]?: string | false } = {
    govIdNumber:
      wrong.govIdNumber && t("order.wrongNumber", { kind: taxIdName(draft.govIdType) || t("order.field.govIdNumber") }),
    email: wrong.email && t("order.wrongEmail"),
  }
  return (
    <SimpleGrid cols={2} spacing="sm">
      {DRAFT_FIELDS.map((field) =>
        field === "govIdType" && kinds.length > 0 ? (
          <Select
            key={field}
            label={t("order.field.govIdType")}
            data={kinds.map((value) => ({ value, label: taxIdName(value) }))}
            value={draft.govIdType || null}
            clearable={draft.govIdNumber === ""}
            onChange={(kind) => onChange({ ...draft, govIdType: kind ?? "" })}
          />
        ) : (
          <TextInput
            key={field}
            label={t(`order.field.${field}`)}
            value={draft[field]}
            error={errors[field]}
            autoComplete="off"
            maxLength={200}
            onChange={({ currentTarget: { value } }) =>
              onChange(field === "govIdNumber" ? withNumber(draft, value, kinds) : { ...draft, [field]: value })
            }
          />
        ),
      )}
    </SimpleGrid>
  )
}

interface SideBySideProps {
  readonly differences: ReturnType<typeof disagreements>
  readonly onTheirs: () => void
}

function SideBySide({ differences, onTheirs }: SideBySideProps) {
  const { t } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  // On a low screen the comparison would be below the visible part, while the button that overwrites is visible.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div role="alert" className="stale" ref={place}>
      <Text fw={700}>{t("order.stale")}</Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("order.what")}</Table.Th>
            <Table.Th>{t("order.mine")}</Table.Th>
            <Table.Th>{t("order.theirs")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ field, mine, theirs }) => (
            <Table.Tr key={field}>
              <Table.Td>{t(`order.field.${field}`)}</Table.Td>
              <Table.Td>{mine || "—"}</Table.Td>
              <Table.Td>{theirs || "—"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Button variant="default" onClick={onTheirs}>
          {t("order.takeTheirs")}
        </Button>
      </Group>
    </div>
  )
}
