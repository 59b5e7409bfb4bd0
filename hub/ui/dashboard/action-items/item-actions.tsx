/** What can be done with one thing that asks for a person; dismissing asks why, recording a refund asks how. */
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
import { useMe, useSession } from "../session.tsx"

interface ActsProps {
  readonly item: ActionItem
  readonly onChanged: () => Promise<void>
}

/** What a person does only with a note. */
type Explained = Extract<ActionItemAction, "record" | "dismiss">

/** Who dismisses a conflict has dealt with it. */
const WORDS = {
  record: {
    open: "attention.record",
    note: "attention.recordNote",
    done: "attention.recordIt",
    back: "attention.back",
  },
  dismiss: { open: "attention.dismiss", note: "attention.note", done: "attention.dismissIt", back: "attention.cancel" },
  resolve: {
    open: "attention.resolve",
    note: "attention.resolveNote",
    done: "attention.resolveIt",
    back: "attention.cancel",
  },
} as const

export function ItemActions({ item, onChanged }: ActsProps) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { client } = useSession()
  const { pending, trouble, ask } = useRequest()
  const [asked, setAsked] = useState<Explained | null>(null)
  const [note, setNote] = useState("")
  const { kind, key, actions } = item
  if (actions.length === 0 || !may("hands")) return null
  const isResolved = kind === "conflict" || item.advice === "twiceCancelled"
  const words = (action: Explained) => WORDS[action === "dismiss" && isResolved ? "resolve" : action]
  const act = async (action: ActionItemAction, why?: string) => {
    const body = { kind, key, action, ...(why !== undefined && { note: why }) }
    if (await ask(() => client.call(settleActionItem, { body }))) await onChanged()
  }
  return (
    <>
      {asked !== null && (
        <Textarea
          mt="sm"
          label={t(words(asked).note)}
          value={note}
          maxLength={500}
          autosize
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Group gap="sm" mt="sm">
        {asked === null && actions.includes("replay") && (
          <Button size="sm" variant="light" loading={pending} onClick={() => void act("replay")}>
            {t("attention.replay")}
          </Button>
        )}
        {asked === null && actions.includes("void") && (
          <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => void act("void")}>
            {t("attention.void")}
          </ConfirmButton>
        )}
        {asked === null && actions.includes("record") && (
          <Button size="sm" variant="light" onClick={() => setAsked("record")}>
            {t(words("record").open)}
          </Button>
        )}
        {asked === null && actions.includes("dismiss") && (
          <Button size="sm" variant="subtle" onClick={() => setAsked("dismiss")}>
            {t(words("dismiss").open)}
          </Button>
        )}
        {asked !== null && (
          <>
            <Button size="sm" disabled={note.trim() === ""} loading={pending} onClick={() => void act(asked, note)}>
              {t(words(asked).done)}
            </Button>
            <Button size="sm" variant="subtle" onClick={() => setAsked(null)}>
              {t(words(asked).back)}
            </Button>
          </>
        )}
      </Group>
      <Fault answer={trouble} />
    </>
  )
}
