/** A hub and a box as processes, a printer at the wire, and a cable between them that can be pulled. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Emulator, startEmulator } from "../../../appliance/emulator/index.ts"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import { type Client, createClient } from "../../../protocol/client/index.ts"
import { pairDevice } from "../../../protocol/http/enrolment.ts"
import { readToday } from "../../../protocol/http/register.ts"
import { type Cable, layCable } from "../../kit/cable.ts"
import { freePorts } from "../../kit/ports.ts"
import { type Program, runProgram, startProgram } from "../../kit/processes.ts"
import { tempDir } from "../../kit/temp.ts"
import { eventually, insist } from "./insist.ts"

export const API_KEY = "brasa_test_integrator_0000000000000001"
const TIMEOUT_MS = 15_000
/** Long stories print thousands of papers, and each is looked for at their end. */
const RECEIPTS_MAX = 100_000
export const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"

export interface Stage extends OpenStage {
  /** The box with the key of the register that was paired. */
  readonly register: Client
}

/** Before any register is paired. */
export interface OpenStage {
  /** The hub's API with the integrator's key. */
  readonly hub: Client
  /** The box's API on the LAN with the integrator's key. */
  readonly lan: Client
  readonly boxUrl: string
  readonly hubUrl: string
  /** Past the cable. */
  readonly hubMqttPort: number
  /** Lets one register in, once. */
  readonly pairingCode: string
  /** Lets the first manager's page in, once. */
  readonly managerCode: string
  readonly cable: Cable
  readonly printer: Emulator
  readonly hubDatabase: string
  readonly boxDatabase: string
  /** The processes of now. */
  pids(): { readonly hub: number; readonly box: number }
  killHub(): Promise<void>
  /** `between`: what happens while it is dead, for instance to its database. */
  killBox(between?: (database: string) => void | Promise<void>): Promise<void>
  /** It stands still from now on: it takes connections and answers none, until it is killed. */
  freezeBox(): void
  /** Both lose their power at one moment. */
  killBoth(): Promise<void>
  /** As what runs services ends and starts it; between, its database lies there. The exit code. */
  restartHub(between?: (database: string) => void): Promise<number | null>
  restartBox(between?: (database: string) => void): Promise<number | null>
  /** Takes everything down again. */
  strike(): Promise<void>
}

interface Ports {
  readonly hub: number
  readonly hubMqtt: number
  readonly box: number
  readonly boxMqtt: number
}

/** Resolves when the box is claimed, configured and paired. */
export async function setStage(place: Place = {}): Promise<Stage> {
  const stage = await openStage(demoTenant, {}, place)
  const nobody = createClient({ baseUrl: stage.boxUrl, key: null })
  const { key } = await insist(() => nobody.call(pairDevice, { body: { code: stage.pairingCode } }))
  return { ...stage, register: createClient({ baseUrl: stage.boxUrl, key, timeoutMs: TIMEOUT_MS }) }
}

/** Printers beside the counter's, by what people call them. */
export type Printers = Readonly<Record<string, Emulator>>

export interface Place {
  /** The address of an external one, instead of the hub's own. */
  readonly broker?: string | undefined
  /** Where `hub` and `box` keep what is theirs. */
  readonly data?: string
}

/** Resolves when the box is claimed and configured. `tenant`: instead of the demo's own data. */
export async function openStage(
  tenant: object = demoTenant,
  others: Printers = {},
  { broker, data = tempDir() }: Place = {},
): Promise<OpenStage> {
  const [hub = 0, hubMqtt = 0, box = 0, boxMqtt = 0] = await freePorts(4)
  const ports: Ports = { hub, hubMqtt, box, boxMqtt }
  const printer = await startEmulator({ tcp: 0, profile: "epson-80", keep: RECEIPTS_MAX })
  const cable = await layCable({ host: "127.0.0.1", port: broker ? Number(new URL(broker).port) : hubMqtt })
  const hubData = join(data, "hub")
  const file = join(data, "tenants.json")
  writeFileSync(file, JSON.stringify(tenant))
  const provisioned = await runProgram(["hub", "provision", file, "--data", hubData])
  if (provisioned.code !== 0) throw new Error(provisioned.err)
  const startHub = () => startHubProgram(hubData, ports, broker)
  const startBox = () => startBoxProgram(join(data, "box"), ports, { cable, printer, others })
  let hubProgram = await startHub()
  let boxProgram = startBox()
  const hubDatabase = join(hubData, "hub.db")
  const boxDatabase = join(data, "box", "box.db")
  const startBoxAgain = async () => {
    boxProgram = startBox()
    await boxProgram.says(/the box is up/)
  }
  const [pairingCode = "", managerCode = ""] = await enrol(boxProgram, hubData)
  const boxUrl = `http://127.0.0.1:${ports.box}`
  const hubUrl = `http://127.0.0.1:${ports.hub}`
  const client = (baseUrl: string) => createClient({ baseUrl, key: API_KEY, timeoutMs: TIMEOUT_MS })
  return {
    hub: client(hubUrl),
    lan: client(boxUrl),
    boxUrl,
    hubUrl,
    hubMqttPort: hubMqtt,
    pairingCode,
    managerCode,
    cable,
    printer,
    hubDatabase,
    boxDatabase,
    pids: () => ({ hub: hubProgram.pid, box: boxProgram.pid }),
    async killHub() {
      await hubProgram.kill()
      hubProgram = await startHub()
    },
    async killBox(between = () => {}) {
      await boxProgram.kill()
      await between(boxDatabase)
      await startBoxAgain()
    },
    freezeBox: () => boxProgram.freeze(),
    async killBoth() {
      await Promise.all([boxProgram.kill(), hubProgram.kill()])
      await Promise.all([
        startBoxAgain(),
        startHub().then((program) => {
          hubProgram = program
        }),
      ])
    },
    async restartHub(between = () => {}) {
      const code = await hubProgram.stop("SIGTERM")
      between(hubDatabase)
      hubProgram = await startHub()
      return code
    },
    async restartBox(between = () => {}) {
      const code = await boxProgram.stop("SIGTERM")
      between(boxDatabase)
      await startBoxAgain()
      return code
    },
    async strike() {
      await Promise.all([boxProgram.kill(), hubProgram.kill()])
      await cable.close()
      await printer.stop()
    },
  }
}

async function startHubProgram(data: string, ports: Ports, broker?: string): Promise<Program> {
  const place = ["--data", data, "--host", "127.0.0.1", "--port", `${ports.hub}`, "--mqtt-port", `${ports.hubMqtt}`]
  // A test's payment provider listens on loopback.
  const env = { BRASA_RATE_LIMIT: "0", BRASA_ALLOW_PRIVATE_WEBHOOKS: "1" }
  const program = startProgram(["hub", ...place, ...(broker ? ["--mqtt", broker] : [])], env)
  await program.says(/the hub is up/)
  return program
}

interface Wires {
  readonly cable: Cable
  readonly printer: Emulator
  readonly others: Printers
}

function startBoxProgram(data: string, ports: Ports, { cable, printer, others }: Wires): Program {
  const flags = {
    hub: `http://127.0.0.1:${ports.hub}`,
    "hub-mqtt": `mqtt://127.0.0.1:${cable.port}`,
    data,
    host: "127.0.0.1",
    port: ports.box,
    "mqtt-port": ports.boxMqtt,
    printer: `tcp://127.0.0.1:${printer.port}?profile=epson-80`,
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, `${value}`])
  const more = Object.entries(others).flatMap(([name, { port }]) => [
    "--printer",
    `tcp://127.0.0.1:${port}?profile=epson-80&name=${name}`,
  ])
  return startProgram(["appliance", ...args, ...more], { BRASA_RATE_LIMIT: "0" })
}

/** As the person who installs the box would: read its claim code, claim it, read the pairing codes of its first register and manager. */
async function enrol(box: Program, hubData: string): Promise<string[]> {
  const [, claim = ""] = await box.says(/Claim code: (\S+)/)
  const claimed = await runProgram(["hub", "claim", claim, "--store", STORE_ID, "--data", hubData])
  if (claimed.code !== 0) throw new Error(claimed.err)
  const [, register = ""] = await box.says(/Register: .*pairing code (\S+)/)
  const [, manager = ""] = await box.says(/Manager: .*pairing code (\S+)/)
  return [register, manager]
}

/** When the hub has acknowledged everything that the box has. */
export function everythingSent({ register }: Stage): Promise<void> {
  return eventually(async () => {
    const { hub } = await insist(() => register.call(readToday, {}))
    return hub.link === "up" && hub.unsent === 0 ? null : hub
  })
}
