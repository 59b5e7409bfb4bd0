/** Limits of a listener for all of its callers together, also unauthenticated ones. */

export interface ListenerLimits {
  readonly connectionsMax: number
  /** Total of all incomplete bodies. */
  readonly bodiesMaxBytes: number
}

const MIB = 1024 * 1024

/**
 * For a box: fifty screens with six connections each make 300, on a small machine. A body has some kilobytes, at most one MiB.
 */
export const FEW_CALLERS: ListenerLimits = { connectionsMax: 1_000, bodiesMaxBytes: 32 * MIB }

/**
 * For the hub: 5,000 boxes may poll for claims or updates at the same moment, beside integrators and a load balancer's idle connections. An
 * idle connection costs about 15 KB. About a hundred menus of one MiB may arrive at once over slow connections.
 */
export const MANY_CALLERS: ListenerLimits = { connectionsMax: 10_000, bodiesMaxBytes: 128 * MIB }
