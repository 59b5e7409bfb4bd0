/** Claims the box for a store: requests a claim code from the hub, shows it, and waits until somebody uses it (docs/contract/sync.md#identity-and-replacement). */
import { setTimeout as pause } from "node:timers/promises"
import type { Client, SuccessOf } from "../../protocol/client/index.ts"
import { openClaim, pollClaim } from "../../protocol/http/enrolment.ts"
import type { Log } from "../../runtime/log.ts"
import type { BoxCredential } from "./box-credential.ts"

const POLL_EVERY_MS = 1_000
const HUB_AWAY_WAIT_MS = 3_000

/** Shows the code on the console and on paper. A program that claims the box itself may return a promise. */
export type ShowClaim = (code: string, expiresAt: string) => void | Promise<void>

interface ClaimDeps {
  readonly hub: Client
  /** The hub's HTTP address. The broker is at the same host, unless the hub names another. */
  readonly hubUrl: string
  /** The operator's setting, which overrides the hub's. */
  readonly hubMqtt: string | null
  readonly epoch: string
  readonly version: string
  readonly log: Log
  readonly show: ShowClaim
}

/** Resolves with the credential, or with null after an abort. An expired code is replaced by a new one. */
export async function claimBox(deps: ClaimDeps, signal: AbortSignal): Promise<BoxCredential | null> {
  while (!signal.aborted) {
    const opened = await deps.hub.call(openClaim, { body: { epoch: deps.epoch, appVersion: deps.version } })
    if (opened.ok) {
      await deps.show(opened.data.code, opened.data.expiresAt)
      const credential = await waitForClaim(deps, opened.data, signal)
      if (credential) return credential
    } else {
      deps.log.warn({ hub: deps.hubUrl, answer: opened }, "the hub gives no claim code; asking again")
      await sleep(HUB_AWAY_WAIT_MS, signal)
    }
  }
  return null
}

type Claim = SuccessOf<typeof openClaim>["data"]

/** Polls until the hub ends the claim: somebody may use it at the last moment, and the box's clock may be wrong. */
async function waitForClaim(deps: ClaimDeps, claim: Claim, signal: AbortSignal): Promise<BoxCredential | null> {
  const { claimId, pollToken } = claim
  while (!signal.aborted) {
    const polled = await deps.hub.call(pollClaim, { params: { claimId }, body: { pollToken } })
    if (polled.ok && polled.data.credential) {
      const { storeId, password, sealKey, ...broker } = polled.data.credential
      return { storeId, password, sealKey, mqttUrl: deps.hubMqtt ?? brokerUrl(deps.hubUrl, broker) }
    }
    if (!polled.ok && !polled.offline && polled.status === 404) return null
    await sleep(POLL_EVERY_MS, signal)
  }
  return null
}

function brokerUrl(hubUrl: string, told: { mqttUrl: string | null; mqttPort: number | null }): string {
  return told.mqttUrl ?? `mqtt://${new URL(hubUrl).hostname}:${told.mqttPort ?? 1883}`
}

/** Ends early without an error when the signal is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal }).catch(() => undefined)
}
