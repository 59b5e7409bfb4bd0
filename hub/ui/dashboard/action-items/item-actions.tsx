/** The buttons of one action item. Dismissing an item and recording a refund need a note. */
import { Button, Group, Textarea } from "@mantine/core"
import { useState } from "react"
import {
  type ActionItem,
  type ActionItemAction,
  settleActionItem,
} from "../../../../protocol/http/admin/action-items.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../use-session.tsx"

interface ItemActionsProps {
  readonly item: ActionItem
  readonly onChanged: () => Promise<void>
}

/** Actions that need a note. */
type NotedAction = Extract<ActionItemAction, "record" | "dismiss">

/** "resolve" is the label of a dismissal that settles a conflict. */
const LABELS = {
  record: {
    open: "actionItems.record",
    note: "actionItems.recordNote",
    done: "actionItems.recordIt",
    back: "actionItems.back",
  },
  dismiss: {
    open: "actionItems.dismiss",
    note: "actionItems.note",
    done: "actionItems.dismissIt",
    back: "actionItems.cancel",
  },
  resolve: {
    open: "actionItems.resolve",
    note: "actionItems.resolveNote",
    done: "actionItems.resolveIt",
    back: "actionItems.cancel",
  },
} as const

function labelsOf(item: ActionItem, action: NotedAction) {
  const isResolved = item.kind === "conflict" || item.advice === "twiceCancelled"
  return LABELS[action === "dismiss" && isResolved ? "resolve" : action]
}

export function ItemActions({ item, onChanged }: ItemActionsProps) {
  const { may } = useMe()
  const { client } = useSession()
  const { pending, error, request } = useRequest()
  const [noted, setNoted] = useState<NotedAction | null>(null)
  const [note, setNote] = useState("")
  const { kind, key, actions } = item
  if (actions.length === 0 || !may("hands")) return null
  const settle = async (action: ActionItemAction, withNote?: string) => {
    const body = { kind, key, action, ...(withNote !== undefined && { note: withNote }) }
    if (await request(() => client.call(settleActionItem, { body }))) await onChanged()
  }
  return (
    <>
      {noted === null ? (
        <ActionButtons item={item} pending={pending} onSettle={(action) => void settle(action)} onNoted={setNoted} />
      ) : (
        <NoteForm
          labels={labelsOf(item, noted)}
          note={note}
          pending={pending}
          onChange={setNote}
          onSave={() => void settle(noted, note)}
          onBack={() => setNoted(null)}
        />
      )}
      <Fault answer={error} />
    </>
  )
}

interface ActionButtonsProps {
  readonly item: ActionItem
  readonly pending: boolean
  readonly onSettle: (action: ActionItemAction) => void
  readonly onNoted: (action: NotedAction) => void
}

function ActionButtons({ item, pending, onSettle, onNoted }: ActionButtonsProps) {
  const { t } = useLanguage()
  const { actions } = item
  return (
    <Group gap="sm" mt="sm">
      {actions.includes("replay") && (
        <Button size="sm" variant="light" loading={pending} onClick={() => onSettle("replay")}>
          {t("actionItems.replay")}
        </Button>
      )}
      {actions.includes("void") && (
        <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => onSettle("void")}>
          {t("actionItems.void")}
        </ConfirmButton>
      )}
      {actions.includes("record") && (
        <Button size="sm" variant="light" onClick={() => onNoted("record")}>
          {t(labelsOf(item, "record").open)}
        </Button>
      )}
      {actions.includes("dismiss") && (
        <Button size="sm" variant="subtle" onClick={() => onNoted("dismiss")}>
          {t(labelsOf(item, "dismiss").open)}
        </Button>
      )}
    </Group>
  )
}

interface NoteFormProps {
  readonly labels: (typeof LABELS)[keyof typeof LABELS]
  readonly note: string
  readonly pending: boolean
  readonly onChange: (note: string) => void
  readonly onSave: () => void
  readonly onBack: () => void
}

function NoteForm({ labels, note, pending, onChange, onSave, onBack }: NoteFormProps) {
  const { t } = useLanguage()
  return (
    <>
      <Textarea
        mt="sm"
        label={t(labels.note)}
        value={note}
        maxLength={500}
        autosize
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="sm" mt="sm">
        <Button size="sm" disabled={note.trim() === ""} loading={pending} onClick={onSave}>
          {t(labels.done)}
        </Button>
        <Button size="sm" variant="subtle" onClick={onBack}>
          {t(labels.back)}
        </Button>
      </Group>
    </>
  )
}
