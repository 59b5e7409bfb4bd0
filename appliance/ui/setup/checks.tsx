/** What works and, of the rest, what to do; looked at again on a tap. */
import { Button, Group, Title } from "@mantine/core"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { createClient, type SuccessOf } from "../../../protocol/client/index.ts"
import { checkSetup, type readSetup } from "../../../protocol/http/setup.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import { Trouble } from "../../../ui/states.tsx"
import { useAsk } from "../../../ui/use-ask.ts"
import { useLanguage } from "./language.ts"

/** Every probe of the network ends within seconds. */
const CHECK_TIMEOUT_MS = 30_000

const client = createClient({ baseUrl: "", key: null })

export type Setup = SuccessOf<typeof readSetup>["data"]

/** `children`: what else may be done with the result. */
export function Checks({ setup, children }: { setup: Setup; children?: ReactNode }) {
  const { t } = useLanguage()
  const { pending, trouble, ask } = useAsk()
  const [checks, setChecks] = useState<readonly SetupCheck[]>(setup.checks)
  const look = useCallback(async () => {
    const answer = await ask(() => client.call(checkSetup, { body: {} }, { timeoutMs: CHECK_TIMEOUT_MS }))
    if (answer) setChecks(answer.data.checks)
  }, [ask])
  // Once by itself, and again when the box has got its store.
  const stage = setup.storeName ?? (setup.claim ? "claim" : "loading")
  useEffect(() => void (stage && look()), [stage, look])
  return (
    <section>
      <Title order={2} size="h4">
        {t("setup.checks")}
      </Title>
      <ul className="setup-checks" aria-busy={pending}>
        {checks.map(({ check, is, cause, facts }) => (
          <li key={check}>
            <b className={`setup-${is}`}>{t(`is.${is}`)}</b>
            <b>{t(`check.${check}`)}</b>
            <p>{t(`cause.${cause}`, facts)}</p>
          </li>
        ))}
      </ul>
      <Trouble answer={trouble} />
      <Group mt="md" align="start">
        <Button loading={pending} onClick={look}>
          {t(pending ? "setup.checking" : "setup.again")}
        </Button>
        {children}
      </Group>
    </section>
  )
}
