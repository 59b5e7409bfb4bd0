/** A real box of the test hub's first store, in this process: claimed, connected, its register paired. */

import { type RunningAppliance, startAppliance } from "../../appliance/main.ts"
import type { BackupPlan } from "../../appliance/maintenance/index.ts"
import { readPrinterSpec } from "../../appliance/printing/index.ts"
import type { Log } from "../../runtime/log.ts"
import { layBoxFile } from "./box-file.ts"
import { type Answer, ask, STORE, type TestHub } from "./hub.ts"
import { watchedLog } from "./printed-secrets.ts"
import { tempDir, whenOver } from "./temp.ts"

export interface TestBox {
  readonly box: RunningAppliance
  /** Where it keeps its database. */
  readonly data: string
  /** As the paired register, or with another key. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  /** Resolves once the hub has acknowledged everything. */
  whenSynced(): Promise<void>
  stop(): Promise<void>
  /** It stops once it has taken all that the hub had for it: no question of its own is under way that would still be answered with an order. */
  leave(): Promise<void>
  /** The same box again, with what lies on its disk. */
  restart(): Promise<void>
}

const LOOK_EVERY_MS = 10

interface TestBoxOptions {
  /** By way of another address than the broker's own, as a cable that can be pulled. */
  readonly hubMqtt?: string | null
  /** As on its command line: `tcp://…`. */
  readonly printer?: string
  /** For what a box may never write into its log. */
  readonly log?: Log
  /** The file with the public keys of whoever makes releases. */
  readonly releaseKeys?: string
  /** Where the updater beside it keeps what came of an update. */
  readonly updaterState?: string
  /** Left out: none are made. */
  readonly backups?: BackupPlan | null
  /** Several of them. */
  readonly printers?: readonly string[]
}

export async function openTestBox(hub: TestHub, options: TestBoxOptions = {}): Promise<TestBox> {
  const data = tempDir()
  layBoxFile(data)
  let box = await start(hub, data, options)
  let running = true
  const stop = async () => {
    if (running) await box.stop()
    running = false
  }
  whenOver(stop)
  await until(() => box.hasConfig())
  const code = box.pairingCode({ kind: "pos", deviceId: "pos-1" })
  const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  return {
    get box() {
      return box
    },
    data,
    call: (method, path, body, key = paired.body.data.key) => ask(box.url + path, { method, body, key }),
    whenSynced: () => until(() => box.sync().unsent === 0),
    stop,
    async leave() {
      while (!(await hasTakenAll(hub))) await pause()
      await stop()
    },
    async restart() {
      await stop()
      box = await start(hub, data, options)
      running = true
    },
  }
}

async function start(
  { hub, clock }: TestHub,
  data: string,
  {
    hubMqtt = null,
    log = watchedLog,
    printer,
    printers = printer === undefined ? [] : [printer],
    releaseKeys,
    updaterState,
    backups = null,
  }: TestBoxOptions,
): Promise<RunningAppliance> {
  const specs = printers.map((text) => {
    const spec = readPrinterSpec(text)
    if ("faults" in spec) throw new Error(spec.faults.join("; "))
    return spec
  })
  const socket = {
    host: "127.0.0.1",
    port: 0,
    mqttPort: 0,
    printer: specs,
    rateLimit: 0,
    secretKey: null,
    publicUrl: null,
    backups,
  }
  const config = {
    hub: hub.url,
    hubMqtt,
    data,
    logLevel: "silent" as const,
    ...socket,
    ...(releaseKeys && { releaseKeys }),
    ...(updaterState && { updaterState }),
  }
  const showClaim = async (code: string) => {
    await hub.operator.claim(code, STORE)
  }
  return startAppliance(config, { log, clock, checkReplies: true, showClaim })
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause()
}

async function hasTakenAll({ hub }: TestHub): Promise<boolean> {
  const state = await hub.sync.stateOf(STORE)
  return state !== null && state.downAcked === state.downHead
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
