/** The sandbox payment provider for tests, with the secret of the demo's account, on any port. */
import { type Sandbox, startSandbox } from "../../hub/payments/providers/index.ts"
import { whenOver } from "./temp.ts"

export const SANDBOX_SECRET = "sandbox_acme_000000000001"

export async function openSandbox({
  file = null,
  port = 0,
}: {
  file?: string | null
  port?: number
} = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port, secret: SANDBOX_SECRET, file })
  whenOver(() => sandbox.stop())
  return sandbox
}
