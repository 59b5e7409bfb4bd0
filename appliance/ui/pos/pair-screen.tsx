/** Asks once for the pairing code that the box shows, and trades it for this register's own key. */
import { Alert, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { createClient } from "../../../protocol/client/index.ts"
import { pairDevice } from "../../../protocol/http/enrolment.ts"
import { Icon } from "../kit/icons.tsx"
import { useLanguage } from "../kit/language.tsx"
import { LanguagePicker } from "../kit/language-picker.tsx"
import { Trouble } from "../kit/states.tsx"
import { useAsk } from "../kit/use-ask.ts"
import type { Device } from "./box.tsx"
import { Brand } from "./brand.tsx"

const KIND = "pos"

interface PairScreenProps {
  /** The box has taken this register's key back. */
  readonly revoked: boolean
  readonly onPaired: (device: Device) => void
}

export function PairScreen({ revoked, onPaired }: PairScreenProps) {
  const { t } = useLanguage()
  const { pending, trouble, ask } = useAsk()
  const [code, setCode] = useState("")
  const [otherKind, setOtherKind] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const client = createClient({ baseUrl: "", key: null })
    const answer = await ask(() => client.call(pairDevice, { body: { code: code.trim() } }))
    setOtherKind(answer !== null && answer.data.kind !== KIND)
    if (answer && answer.data.kind === KIND) onPaired(answer.data)
  }
  return (
    <main className="welcome">
      <Paper className="card welcome-card" p="xl">
        <form onSubmit={submit}>
          <Stack>
            <Brand large />
            <Title order={1} size="h2">
              {t("pair.title")}
            </Title>
            {revoked && (
              <Alert
                color="bad"
                variant="light"
                icon={<Icon name="alert" />}
                title={t("pair.revokedTitle")}
                role="alert"
              >
                {t("pair.revoked")}
              </Alert>
            )}
            <Text>{t("pair.text")}</Text>
            <TextInput
              label={t("pair.code")}
              classNames={{ input: "pair-code" }}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              placeholder="XXXX-XXXX"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-autofocus
              ref={(input) => input?.focus({ preventScroll: true })}
            />
            <Trouble answer={trouble} />
            {otherKind && <Alert color="bad" role="alert" title={t("pair.otherKind")} />}
            <Button type="submit" loading={pending} disabled={code.trim() === ""}>
              {t("pair.submit")}
            </Button>
            <LanguagePicker />
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
