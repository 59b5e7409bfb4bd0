/** Checks of the installation: what works, and what to do about the rest. A button checks again. */
import { Button, Group, Title } from "@mantine/core"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { createClient, type NoAnswer, type Refused, type SuccessOf } from "../../../protocol/client/index.ts"
import { checkSetup, type readSetup, recheckSetup } from "../../../protocol/http/setup.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { useLanguage } from "./language.ts"

/** Every probe of the network ends within seconds. */
const TIMEOUT = { timeoutMs: 30_000 } as const

const nobody = createClient({ baseUrl: "", key: null })

export type Setup = SuccessOf<typeof readSetup>["data"]

type Look = () => Promise<SuccessOf<typeof checkSetup> | Refused | NoAnswer>

/** For a page without a key, until a manager's screen is paired. */
export function Checks({ setup }: { setup: Setup }) {
  return <CheckList setup={setup} send={askAsNobody} />
}

const askAsNobody: Look = () => nobody.call(checkSetup, { body: {} }, TIMEOUT)

/** For this page after it was paired as a manager's screen. `children`: further actions on the result. */
export function ChecksOfManager({ setup, children }: { setup: Setup; children: ReactNode }) {
  const { client } = useBox()
  const send = useCallback<Look>(() => client.call(recheckSetup, { body: {} }, TIMEOUT), [client])
  return (
    <CheckList setup={setup} send={send}>
      {children}
    </CheckList>
  )
}

interface CheckListProps {
  readonly setup: Setup
  readonly send: Look
  readonly children?: ReactNode
}

function CheckList({ setup, send, children }: CheckListProps) {
  const { t } = useLanguage()
  const { pending, error, request } = useRequest()
  const [checks, setChecks] = useState<readonly SetupCheck[]>(setup.checks)
  const look = useCallback(async () => {
    const answer = await request(send)
    if (answer) setChecks(answer.data.checks)
  }, [request, send])
  // At the start, and again when the box got its store.
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
      <ErrorState answer={error} />
      <Group mt="md" align="start">
        <Button loading={pending} onClick={look}>
          {t(pending ? "setup.checking" : "setup.again")}
        </Button>
        {children}
      </Group>
    </section>
  )
}
