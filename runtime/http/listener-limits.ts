/** How much of a machine those who are connected may take, before anything is known of them: by how many callers there are. */

export interface ListenerLimits {
  readonly connectionsMax: number
  /** All bodies together that have not arrived whole. */
  readonly bodiesMaxBytes: number
}

const MIB = 1024 * 1024

/**
 * A store: fifty screens with six connections each are 300, and the machine is a small one. A body of a screen has some kilobytes; the
 * largest that is taken has one MiB.
 */
export const FEW_CALLERS: ListenerLimits = { connectionsMax: 1_000, bodiesMaxBytes: 32 * MIB }

/**
 * Headquarters: 5,000 stores whose boxes ask for their claim or an update at the same moment, beside integrators and a load balancer
 * that keeps its connections. An idle connection costs some 15 KB. Some hundred menus of a MiB may arrive at once over slow lines.
 */
export const MANY_CALLERS: ListenerLimits = { connectionsMax: 10_000, bodiesMaxBytes: 128 * MIB }
