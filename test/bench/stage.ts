/** The real machines for the bench: a provisioned hub, and a box that is claimed by it; made once, then copied. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { forgetDatabaseFile } from "../../appliance/fiscal/index.ts"
import demoTenant from "../../hub/tenants/demo-tenant.json" with { type: "json" }
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../kit/ports.ts"
import { PRODUCT, type Running, run, scratch, start, untilWell } from "./processes.ts"

export const API_KEY = "brasa_test_integrator_0000000000000001"
export const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"

export interface HubPlace {
  readonly data: string
  readonly port: number
  readonly mqttPort: number
  readonly database?: string
  /** Added to each sync of its disk. */
  readonly syncDelayMs?: number
}

export interface BoxPlace {
  readonly data: string
  readonly port: number
  readonly mqttPort: number
  readonly hubPort: number
  /** Where the box looks for the hub's broker. */
  readonly uplinkPort: number
  readonly printerPort?: number
  readonly env?: Readonly<Record<string, string>>
}

export interface Stage {
  /** A hub whose store has a box that was there once. */
  readonly hubData: string
  /** The box of that store, stopped. */
  readonly boxData: string
  /** The key of its paired register. */
  readonly registerKey: string
}

export function startHub({ data, port, mqttPort, database, syncDelayMs = 0 }: HubPlace): Running {
  const where = ["--data", data, "--host", "127.0.0.1", "--port", `${port}`, "--mqtt-port", `${mqttPort}`]
  // Receivers of the bench listen on loopback.
  const env = { BRASA_ALLOW_PRIVATE_WEBHOOKS: "1" }
  return start(PRODUCT, ["hub", ...where, ...onDatabase(database)], { env, syncDelayMs })
}

function onDatabase(database: string | undefined): string[] {
  return database ? ["--database", database] : []
}

export function startBox({ data, port, mqttPort, hubPort, uplinkPort, printerPort, env = {} }: BoxPlace): Running {
  const where = ["--data", data, "--host", "127.0.0.1", "--port", `${port}`, "--mqtt-port", `${mqttPort}`]
  const hub = ["--hub", `http://127.0.0.1:${hubPort}`, "--hub-mqtt", `mqtt://127.0.0.1:${uplinkPort}`]
  const printer = printerPort ? ["--printer", `tcp://127.0.0.1:${printerPort}?profile=epson-80`] : []
  return start(PRODUCT, ["appliance", ...where, ...hub, ...printer], { env })
}

/** A hub with the demo's tenants and without any box; running and well. */
export async function provisionedHub(database?: string, documents = true): Promise<{ place: HubPlace; hub: Running }> {
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const data = scratch()
  const file = join(data, "tenants.json")
  const accounts = demoTenant.accounts.map((account) => ({
    ...account,
    webhookEndpoints: [],
    ...(!documents && { vendors: account.vendors.map(withoutDocuments) }),
  }))
  writeFileSync(file, JSON.stringify({ accounts }))
  await run(PRODUCT, ["hub", "provision", file, "--data", data, ...onDatabase(database)])
  const place: HubPlace = { data, port, mqttPort, ...(database && { database }) }
  const hub = startHub(place)
  await untilWell(port, hub)
  return { place, hub }
}

export const RECEIVER_NAME = "erp"

/** Tells a running hub of a receiver of the bench's orders. */
export async function provisionReceiver(place: HubPlace, url: string, events: readonly string[]): Promise<void> {
  const [first, ...others] = demoTenant.accounts
  const endpoint = { name: RECEIVER_NAME, url, vendorId: "acme.ec.quito", events }
  const file = join(scratch(), "tenants.json")
  writeFileSync(file, JSON.stringify({ accounts: [{ ...first, webhookEndpoints: [endpoint] }, ...others] }))
  await run(PRODUCT, ["hub", "provision", file, "--data", place.data, ...onDatabase(place.database)])
}

/** A copy of a stopped box that counts as the box itself: a copy that knows of it waits for the hub's word before it numbers anything. */
export function copyBox(data: string): string {
  const copy = scratch(data)
  for (const name of ["journal", "journal.owner"]) rmSync(join(copy, name), { force: true })
  const db = new Sqlite(join(copy, "box.db"))
  forgetDatabaseFile(db)
  db.close()
  return copy
}

/** As in a country where a sale needs no fiscal document. */
function withoutDocuments<V extends { readonly stores: readonly object[] }>(vendor: V) {
  return { ...vendor, stores: vendor.stores.map((store) => ({ ...store, fiscal: undefined })) }
}

const made = new Map<boolean, Promise<Stage>>()

/** The same stage for every line: nobody writes to it, everybody copies it. `documents`: each sale has a fiscal document. */
export function stage(documents = true): Promise<Stage> {
  const kept = made.get(documents) ?? makeStage(documents)
  made.set(documents, kept)
  return kept
}

async function makeStage(documents: boolean): Promise<Stage> {
  const { place, hub } = await provisionedHub(undefined, documents)
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const data = scratch()
  const box = startBox({ data, port, mqttPort, hubPort: place.port, uplinkPort: place.mqttPort })
  const [, claim = ""] = await box.says(/Claim code: (\S+)/)
  await run(PRODUCT, ["hub", "claim", claim, "--store", STORE_ID, "--data", place.data])
  const [, code = ""] = await box.says(/pairing code (\S+)/)
  const paired = await fetch(`http://127.0.0.1:${port}/api/lan/v1/pair`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  })
  const answer = (await paired.json()) as { data: { key: string } }
  await box.stop()
  await hub.stop()
  return { hubData: place.data, boxData: data, registerKey: answer.data.key }
}
