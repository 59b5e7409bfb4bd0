/** Pairs this screen: takes the pairing code from the form or the QR code's address and exchanges it for a device key. */
import { Alert, Button, Stack, TextInput } from "@mantine/core"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { createClient } from "../../protocol/client/index.ts"
import { pairDevice } from "../../protocol/http/enrolment.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { RequestError } from "../explain.ts"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import { ErrorState } from "../states.tsx"
import { useRequest } from "../use-request.ts"
import type { Device } from "./box.tsx"

export interface Unpaired {
  readonly kinds: readonly DeviceKind[]
  /** The box has revoked this screen's key. */
  readonly revoked: boolean
  readonly onPaired: (device: Device) => void
}

interface PairFormProps extends Unpaired {
  /** Introduction above the field. */
  readonly children: ReactNode
}

export function PairForm({ kinds, revoked, onPaired, children }: PairFormProps) {
  const { t } = useLanguage()
  const { pending, error, request } = useRequest()
  const [code, setCode] = useState("")
  const pair = async (typed: string) => {
    const client = createClient({ baseUrl: "", key: null })
    const answer = await request(() => client.call(pairDevice, { body: { code: typed.trim(), kinds: [...kinds] } }))
    if (answer) onPaired(answer.data)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(code)
  }
  usePairingInAddress((typed) => {
    setCode(typed)
    void pair(typed)
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {revoked && <Revoked />}
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
        {isOtherKind(error) ? (
          <Alert color="bad" variant="light" role="alert" title={t("pair.otherKind")} />
        ) : (
          <ErrorState answer={error} />
        )}
        <Button type="submit" loading={pending} disabled={code.trim() === ""}>
          {t("pair.submit")}
        </Button>
      </Stack>
    </form>
  )
}

/** The code was made for another kind of screen. It stays valid there. */
function isOtherKind(error: RequestError | null): boolean {
  return error !== null && !error.offline && error.refused === "CONFLICT"
}

function Revoked() {
  const { t } = useLanguage()
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} title={t("pair.revokedTitle")} role="alert">
      {t("pair.revoked")}
    </Alert>
  )
}

/** Pairs with the code in the address. `takePairing` removes it, so that a second run of the effect does nothing. */
function usePairingInAddress(pair: (code: string) => void): void {
  const latest = useRef(pair)
  latest.current = pair
  useEffect(() => {
    const code = takePairing()
    if (code !== null) latest.current(code)
  }, [])
}

const PAIR = /^#pair=([A-Za-z0-9-]{4,40})$/

/** Null if the fragment has no code. */
export function pairingIn(fragment: string): string | null {
  return PAIR.exec(fragment)?.[1]?.toUpperCase() ?? null
}

/** Reads the code once and removes it from the address bar, so that nobody photographs or bookmarks it. */
function takePairing(): string | null {
  const code = pairingIn(location.hash)
  if (code !== null) history.replaceState(null, "", location.pathname + location.search)
  return code
}
