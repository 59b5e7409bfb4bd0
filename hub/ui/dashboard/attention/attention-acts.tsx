/** What can be done with one thing that asks for a person; dismissing asks why. */
import { Button, Group, Textarea } from "@mantine/core"
import { useState } from "react"
import { type AttentionAction, type AttentionItem, settleAttention } from "../../../../protocol/http/admin/attention.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useAsk } from "../../../../ui/use-ask.ts"
import { Fault } from "../fault.tsx"
import { useLanguage } from "../language.ts"
import { useMe, useSession } from "../session.tsx"

interface ActsProps {
  readonly item: AttentionItem
  readonly onChanged: () => Promise<void>
}

export function AttentionActs({ item, onChanged }: ActsProps) {
  const { t } = useLanguage()
  const { may } = useMe()
  const { client } = useSession()
  const { pending, trouble, ask } = useAsk()
  const [note, setNote] = useState<string | null>(null)
  const { kind, key, actions } = item
  if (actions.length === 0 || !may("hands")) return null
  const act = async (action: AttentionAction, why?: string) => {
    const body = { kind, key, action, ...(why !== undefined && { note: why }) }
    if (await ask(() => client.call(settleAttention, { body }))) await onChanged()
  }
  return (
    <>
      {note !== null && (
        <Textarea
          mt="sm"
          label={t("attention.note")}
          value={note}
          maxLength={500}
          autosize
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Group gap="sm" mt="sm">
        {note === null && actions.includes("replay") && (
          <Button size="sm" variant="light" loading={pending} onClick={() => void act("replay")}>
            {t("attention.replay")}
          </Button>
        )}
        {note === null && actions.includes("void") && (
          <ConfirmButton size="sm" variant="light" loading={pending} onConfirm={() => void act("void")}>
            {t("attention.void")}
          </ConfirmButton>
        )}
        {actions.includes("dismiss") && note === null && (
          <Button size="sm" variant="subtle" onClick={() => setNote("")}>
            {t("attention.dismiss")}
          </Button>
        )}
        {note !== null && (
          <>
            <Button size="sm" disabled={note.trim() === ""} loading={pending} onClick={() => void act("dismiss", note)}>
              {t("attention.dismissIt")}
            </Button>
            <Button size="sm" variant="subtle" onClick={() => setNote(null)}>
              {t("attention.cancel")}
            </Button>
          </>
        )}
      </Group>
      <Fault answer={trouble} />
    </>
  )
}
