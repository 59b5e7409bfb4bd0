/** What a box says of its way to the hub: each thing that may be wrong has its own cause. */
import { describe, expect, it } from "vitest"
import { checkNetwork, type Probes } from "../../../../appliance/maintenance/setup/index.ts"

const NOW = Date.parse("2026-11-21T18:00:00Z")
const WAYS = { hub: "https://hub.example", mqtt: "mqtts://hub.example", isLinked: false, nowMs: NOW }
const WELL: Probes = {
  addresses: () => ["192.168.1.20"],
  resolves: async () => true,
  asks: async () => ({ status: 200, dateMs: NOW - 2_000 }),
  opens: async () => "open",
}

const causes = async (probes: Partial<Probes>, ways: Partial<typeof WAYS> | { hub: null } = {}) =>
  (await checkNetwork({ ...WAYS, ...ways }, { ...WELL, ...probes })).map(({ cause }) => cause)

describe("the check of a box's network", () => {
  it("reports nothing if nothing is wrong", async () => {
    expect(await causes({})).toEqual(["LAN_OK", "NAMES_OK", "HUB_OK", "MQTT_OK", "CLOCK_OK"])
  })

  it.each([
    ["no cable", { addresses: () => [] }, "LAN_NO_ADDRESS"],
    ["no name service", { resolves: async () => false }, "NAMES_FAIL"],
    ["a closed port", { asks: async () => "refused" as const }, "HUB_REFUSES"],
    ["no internet", { asks: async () => "silent" as const }, "HUB_SILENT"],
    ["a wrong certificate", { asks: async () => "certificate" as const }, "HUB_CERTIFICATE"],
    ["a portal of the provider", { asks: async () => ({ status: 302, dateMs: null }) }, "HUB_STRANGE"],
    ["a firewall before MQTT", { opens: async () => "silent" as const }, "MQTT_SILENT"],
    ["no broker", { opens: async () => "refused" as const }, "MQTT_REFUSES"],
    ["a clock of another day", { asks: async () => ({ status: 200, dateMs: NOW - 86_400_000 }) }, "CLOCK_OFF"],
    ["no hub to compare with", { asks: async () => "silent" as const }, "CLOCK_UNKNOWN"],
  ])("names %s", async (_what, probes, cause) => {
    expect(await causes(probes)).toContain(cause)
  })

  it("resolves no address, and contacts no unconfigured broker", async () => {
    expect(await causes({}, { hub: "http://10.0.0.2:8080" })).toContain("NAMES_NOT_NEEDED")
    expect(await causes({}, { hub: null })).toContain("HUB_NOT_SET")
  })
})
