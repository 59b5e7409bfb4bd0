/** A box of the first store that has asked for versions, and a version that its ring is to get. */
import { createUpdatesAdmin } from "../../../hub/updates/index.ts"
import { manifestText } from "../../../protocol/rules/updates/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../../runtime/release-keys.ts"
import { manifestOf } from "../../installer/updater-runs.ts"
import { STORE, type TestHub } from "../../kit/hub.ts"

const DAY_MS = 86_400_000
const OFFERED = "1.3.0"

export async function boxRuns({ call, hub, clock, beside }: TestHub, version: string): Promise<void> {
  const opened = await call("POST", "/api/box/v1/claims", { epoch: crypto.randomUUID(), appVersion: version }, null)
  const { code, claimId, pollToken } = opened.body.data
  await hub.operator.claim(code, STORE)
  const polled = await call("POST", `/api/box/v1/claims/${claimId}/poll`, { pollToken }, null)
  const { password } = polled.body.data.credential
  const manifest = {
    ...manifestOf(OFFERED, Buffer.from("a release")),
    issuedAt: clock.iso(),
    expiresAt: new Date(clock.ms() + DAY_MS).toISOString(),
  }
  const signed = signManifest(manifestText(manifest), createReleaseKeys().privatePem)
  await beside(({ store }) => createUpdatesAdmin({ store }).publish(signed, "https://downloads.example/brasa.tar.gz"))
  await call("POST", "/api/box/v1/update", { storeId: STORE, password, running: version, platform: "linux-x64" }, null)
}
