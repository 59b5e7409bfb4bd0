/** A supervisor looks at the difference of a close and approves it: by PIN, or by name where the store has no staff. */
import { Button, Paper, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { approveCash } from "../../../protocol/http/cash-approval.ts"
import type { CashReconciliation } from "../../../protocol/shapes/cash-close.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { Trouble } from "../../../ui/states.tsx"
import { useAsk } from "../../../ui/use-ask.ts"
import { useLanguage } from "./language.ts"

const NAME_MAX = 200

interface ApprovalProps {
  readonly record: CashReconciliation
  readonly token: string
}

export function Approval({ record, token }: ApprovalProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { hasStaff } = useStaff()
  const { pending, trouble, ask } = useAsk()
  const [name, setName] = useState("")
  const [by, setBy] = useState(record.details.authorization?.approved_by ?? null)
  const approve = async () => {
    const body = { authorizationTokenId: token, ...(hasStaff !== true && { approvedBy: name.trim() }) }
    const answer = await ask(() => client.call(approveCash, { body }))
    if (answer) setBy(answer.data.approvedBy)
  }
  if (by !== null) return <Text role="status">{t("approval.done", { name: by })}</Text>
  return (
    <Paper className="card" p="lg" maw={560}>
      <Stack>
        <Text fw={600}>{t("approval.wanted")}</Text>
        {hasStaff !== true && (
          <TextInput
            label={t("approval.name")}
            value={name}
            autoComplete="off"
            maxLength={NAME_MAX}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Trouble answer={trouble} />
        <Button loading={pending} disabled={hasStaff !== true && name.trim() === ""} onClick={approve}>
          {t("approval.approve")}
        </Button>
      </Stack>
    </Paper>
  )
}
