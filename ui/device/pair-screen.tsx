/** Asks once for the pairing code that the manager's page shows, or takes it from the QR, and trades it for this screen's own key. */
import { Alert, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { createClient } from "../../protocol/client/index.ts"
import { pairDevice } from "../../protocol/http/enrolment.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { Brand } from "../brand.tsx"
import type { Misfortune } from "../explain.ts"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import { LanguagePicker } from "../language-picker.tsx"
import { Trouble } from "../states.tsx"
import { useAsk } from "../use-ask.ts"
import type { Device } from "./box.tsx"
import { takePairing } from "./read-pairing.ts"

export type ScreenName = "pos" | "kiosk" | "kds" | "expo" | "board" | "manage"

interface PairScreenProps {
  readonly screen: ScreenName
  readonly kinds: readonly DeviceKind[]
  /** The box has taken this screen's key back. */
  readonly revoked: boolean
  readonly onPaired: (device: Device) => void
}

export function PairScreen({ screen, kinds, revoked, onPaired }: PairScreenProps) {
  const { t } = useLanguage()
  const { pending, trouble, ask } = useAsk()
  const [code, setCode] = useState("")
  const pair = async (given: string) => {
    const client = createClient({ baseUrl: "", key: null })
    const answer = await ask(() => client.call(pairDevice, { body: { code: given.trim(), kinds: [...kinds] } }))
    if (answer) onPaired(answer.data)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(code)
  }
  usePairingOfAddress((given) => {
    setCode(given)
    void pair(given)
  })
  return (
    <main className="welcome">
      <Paper className="card welcome-card" p="xl">
        <form onSubmit={submit}>
          <Stack>
            <Brand large />
            <Title order={1} size="h2">
              {t(`pair.title.${screen}`)}
            </Title>
            {revoked && <Revoked />}
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
            {isOtherKind(trouble) ? (
              <Alert color="bad" variant="light" role="alert" title={t("pair.otherKind")} />
            ) : (
              <Trouble answer={trouble} />
            )}
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

/** The code is good, and stays good, for the screen that it was made for. */
function isOtherKind(trouble: Misfortune | null): boolean {
  return trouble !== null && !trouble.offline && trouble.refused === "CONFLICT"
}

function Revoked() {
  const { t } = useLanguage()
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} title={t("pair.revokedTitle")} role="alert">
      {t("pair.revoked")}
    </Alert>
  )
}

/** A code is taken once, also where React runs an effect twice. */
function usePairingOfAddress(pair: (code: string) => void): void {
  const use = useRef(pair)
  use.current = pair
  useEffect(() => {
    const code = takePairing()
    if (code !== null) use.current(code)
  }, [])
}
