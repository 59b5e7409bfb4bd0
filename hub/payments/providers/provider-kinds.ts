/** The kinds of provider that this hub has an adapter for. An account's configuration may name these. */
import type { ProviderKinds } from "./provider.ts"
import { createSandboxAdapter } from "./sandbox/adapter.ts"

export const PROVIDER_KINDS = { sandbox: createSandboxAdapter } as const satisfies ProviderKinds

export const PROVIDER_KIND_NAMES = ["sandbox"] as const satisfies (keyof typeof PROVIDER_KINDS)[]
