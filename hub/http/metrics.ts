/** The hub's metrics in Prometheus' format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { KindFigures } from "../queue/index.ts"

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  observe(endpoint: string, status: number, ms: number): void
  readonly contentType: string
  text(): Promise<string>
}

/** Counted at each scrape, not when they change. */
interface MetricsDeps {
  readonly components: () => Promise<readonly { readonly state: string; readonly count: number }[]>
  readonly jobs: () => Promise<readonly KindFigures[]>
  readonly now: () => number
}

/** One registry per process, even with several hubs: its collectors run until the process ends, and would keep every hub in memory. */
let processRegistry: Registry | undefined

function registryOfProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry, prefix: "brasa_" })
  }
  return processRegistry
}

export function createMetrics({ components, jobs, now }: MetricsDeps): Metrics {
  const register = new Registry()
  const processMetrics = registryOfProcess()
  const requests = new Counter({
    name: "brasa_http_requests_total",
    help: "HTTP responses, by endpoint and status.",
    labelNames: ["endpoint", "status"],
    registers: [register],
  })
  const seconds = new Histogram({
    name: "brasa_http_request_seconds",
    help: "Time from request to response in seconds, by endpoint.",
    labelNames: ["endpoint"],
    buckets: SECONDS_BUCKETS,
    registers: [register],
  })
  new Gauge({
    name: "brasa_components",
    help: "Kiosks, kitchen stations, registers and boxes, by state.",
    labelNames: ["state"],
    registers: [register],
    async collect() {
      this.reset()
      for (const { state, count } of await components()) this.set({ state }, count)
    },
  })
  countJobs(register, { jobs, now })
  return {
    observe(endpoint, status, ms) {
      requests.inc({ endpoint, status: String(status) })
      seconds.observe({ endpoint }, ms / 1000)
    },
    contentType: register.contentType,
    text: async () => `${await processMetrics.metrics()}\n${await register.metrics()}`,
  }
}

function countJobs(register: Registry, { jobs, now }: Pick<MetricsDeps, "jobs" | "now">): void {
  const registers = [register]
  const age = new Gauge({
    name: "brasa_jobs_oldest_seconds",
    help: "Age of the oldest due job in seconds, by kind; 0 when none is due.",
    labelNames: ["kind"],
    registers,
  })
  new Gauge({
    name: "brasa_jobs",
    help: "Jobs of the queue by kind and state: due, later, busy; failed and dead jobs need a person.",
    labelNames: ["kind", "state"],
    registers,
    async collect() {
      for (const { kind, oldestAt, ...counts } of await jobs()) {
        age.set({ kind }, oldestAt === null ? 0 : Math.max(0, now() - Date.parse(oldestAt)) / 1000)
        for (const [state, count] of Object.entries(counts)) this.set({ kind, state }, count)
      }
    },
  })
}
