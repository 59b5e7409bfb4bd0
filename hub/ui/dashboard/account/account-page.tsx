/** The user's own account: name, password, sessions. */
import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { changePassword, signOutEverywhere } from "../../../../protocol/http/admin/session.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { LanguagePicker } from "../../../../ui/language-picker.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { NewPassword, NOTHING_TYPED, passwordOf } from "../new-password.tsx"
import { PageHead } from "../page-head.tsx"
import { useMe, useSession } from "../use-session.tsx"

export function AccountPage() {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { name, email, role, account, sessions, signedInAt } = useMe()
  const { client, setMe } = useSession()
  const { pending, error, request } = useRequest()
  const leave = async () => {
    if (await request(() => client.call(signOutEverywhere, {}))) setMe(null)
  }
  return (
    <Stack maw={560}>
      <PageHead title={t("nav.account")} text={`${name} · ${email}`} />
      <Paper className="card" p="lg">
        <Stack gap="xs">
          <Text>
            {account.name} · {t(`role.${role}`)}
          </Text>
          <Text>{t("account.signedInAt", { at: moment(signedInAt) })}</Text>
          <Group justify="space-between">
            <Text>{t("account.sessions", { n: sessions })}</Text>
            <ConfirmButton variant="light" loading={pending} onConfirm={() => void leave()}>
              {t("account.everywhere")}
            </ConfirmButton>
          </Group>
          <Fault answer={error} />
          <LanguagePicker />
        </Stack>
      </Paper>
      <PasswordForm />
    </Stack>
  )
}

function PasswordForm() {
  const { t } = useLanguage()
  const { client, setMe } = useSession()
  const { pending, error, request } = useRequest()
  const [current, setCurrent] = useState("")
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [done, setDone] = useState(false)
  const next = passwordOf(typed)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (next === null) return
    const answer = await request(() => client.call(changePassword, { body: { current, next } }))
    setDone(answer !== null)
    if (!answer) return
    setMe(answer.data)
    setCurrent("")
    setTyped(NOTHING_TYPED)
  }
  return (
    <Paper className="card" p="lg">
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          <Title order={2} size="h3">
            {t("account.password")}
          </Title>
          <PasswordInput
            label={t("account.current")}
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPassword value={typed} onChange={setTyped} />
          <Fault answer={error} />
          {done && (
            <Alert color="good" variant="light" role="status">
              {t("account.changed")}
            </Alert>
          )}
          <Button type="submit" loading={pending} disabled={next === null || current === ""}>
            {t("account.password")}
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
