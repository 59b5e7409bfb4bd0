/** A supervisor approves a cash difference: by PIN, or by name in a store without staff. */
import { Button, Paper, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { approveCash } from "../../../../protocol/http/cash-approval.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useStaff } from "../../../../ui/staff/staff.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"

const NAME_MAX = 200

interface ApprovalProps {
  /** Null until somebody has approved it. */
  readonly by: string | null
  readonly token: string
  readonly onApproved: (by: string) => void
}

export function Approval({ by, token, onApproved }: ApprovalProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { hasStaff } = useStaff()
  const { pending, error, request } = useRequest()
  const [name, setName] = useState("")
  const approve = async () => {
    const body = { authorizationTokenId: token, ...(hasStaff !== true && { approvedBy: name.trim() }) }
    const answer = await request(() => client.call(approveCash, { body }))
    if (answer) onApproved(answer.data.approvedBy)
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
        <ErrorState answer={error} />
        <Button loading={pending} disabled={hasStaff !== true && name.trim() === ""} onClick={approve}>
          {t("approval.approve")}
        </Button>
      </Stack>
    </Paper>
  )
}
