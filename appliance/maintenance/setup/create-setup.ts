/** The first boot: shows the claim code on page and paper, looks at network and devices, and says what works. */
import type { Handler } from "../../../protocol/http/endpoint.ts"
import type { certifySetup, checkSetup, printSetup, readSetup, recheckSetup } from "../../../protocol/http/setup.ts"
import { date, time } from "../../../protocol/print/format.ts"
import type { SetupLanguage } from "../../../protocol/print/setup-words.ts"
import { isRefusal, refuse } from "../../../protocol/refusals.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { Ids } from "../../../runtime/ids.ts"
import { openShifts } from "../../cash/index.ts"
import { readConfig } from "../../catalog/index.ts"
import { createPairingCode, hasDevice, listPaired } from "../../devices/index.ts"
import type { Printing } from "../../printing/index.ts"
import { type BoxStore, type BoxTx, quietly } from "../../storage/index.ts"
import { checkNetwork, type Ways } from "./check-network.ts"
import { checkStore } from "./check-store.ts"
import type { Probes } from "./network-probes.ts"
import { certificateSlip, claimSlip, type ShownClaim } from "./setup-slips.ts"

const FIRST_MANAGER = { kind: "manager", deviceId: "manager-1" } as const

export interface SetupDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly clock: Clock
  readonly printing: Printing
  readonly version: string
  readonly lanUrl: () => string
  readonly hub: string | null
  readonly begunAnew: boolean
  readonly probes: Probes
  /** Where the hub's broker is, and whether the line is open. */
  readonly line: () => Pick<Ways, "mqtt" | "isLinked"> & {
    readonly isClaimed: boolean
    readonly isFenced: boolean
    readonly applied: number
    readonly head: number
  }
}

export function createSetup(deps: SetupDeps) {
  const { store, clock, printing, ids, version, hub } = deps
  let claim: ShownClaim | null = null
  let printed = false
  let checked: { readonly checkedAt: string; readonly checks: SetupCheck[] } | null = null
  const place = (language: "es" | "pt" | "en", now: string) => {
    const [printer] = printing.printers
    if (!printer) return null
    return { jobId: ids.uuid(), width: printer.width, printerId: printer.id, language, now }
  }
  const openClaim = () => (claim !== null && claim.expiresAt > clock.iso() && !deps.line().isClaimed ? claim : null)
  const loading = (tx: BoxTx) => {
    const { isClaimed, applied, head } = deps.line()
    return isClaimed && readConfig(tx) === null ? { applied, head } : null
  }
  const look = async () => {
    const ways = { ...deps.line(), hub, nowMs: clock.ms() }
    const network = await checkNetwork(ways, deps.probes)
    const own = store.read((tx) =>
      checkStore({
        ...deps.line(),
        config: readConfig(tx),
        knowsHub: hub !== null,
        hasCode: openClaim() !== null,
        begunAnew: deps.begunAnew,
        loading: loading(tx),
        printers: printing.status().map((one) => ({ ...one, name: nameOf(printing, one.printerId) })),
        screens: listPaired(tx),
        openShifts: openShifts(tx),
      }),
    )
    checked = { checkedAt: clock.iso(), checks: [...network, ...own] }
    return checked
  }
  const print = (tx: BoxTx, what: "claim" | "certificate", language: "es" | "pt" | "en") => {
    const slip = place(language, tx.now)
    if (!slip) return refuse("CONFLICT", "This box has no printer.")
    const shown = openClaim()
    if (what === "claim" && !shown) return refuse("CONFLICT", "There is no claim code now.")
    const job = what === "claim" && shown ? claimSlip(slip, shown) : certificateSlip(slip, certified(tx, language))
    const put = printing.enqueue(tx, { job, kind: `setup_${what}`, title: `setup ${what}`, printerId: slip.printerId })
    return isRefusal(put)
      ? refuse("CONFLICT", put.message)
      : { status: 202 as const, data: { printerId: slip.printerId } }
  }
  const certified = (tx: BoxTx, language: SetupLanguage) => ({
    at: localMoment(tx, language),
    storeName: readConfig(tx)?.store.name ?? null,
    lanUrl: deps.lanUrl(),
    version,
    checks: checked?.checks ?? [],
    managerCode:
      readConfig(tx) === null || hasDevice(tx, FIRST_MANAGER.deviceId)
        ? null
        : createPairingCode(tx, FIRST_MANAGER, ids),
  })
  const readSetupHandler: Handler<typeof readSetup> = async () => ({
    status: 200,
    data: store.read((tx) => {
      const open = isOpen(tx)
      return {
        now: tx.now,
        version,
        lanUrl: deps.lanUrl(),
        storeName: readConfig(tx)?.store.name ?? null,
        claim: shownClaim(openClaim()),
        loading: loading(tx),
        open,
        checkedAt: open && checked ? checked.checkedAt : null,
        checks: open && checked ? checked.checks : [],
      }
    }),
  })
  const checkSetupHandler: Handler<typeof checkSetup> = async () =>
    store.read(isOpen)
      ? { status: 200, data: await look() }
      : refuse("CONFLICT", "A manager's screen is paired: look from there.")
  const recheckSetupHandler: Handler<typeof recheckSetup> = async () => ({ status: 200, data: await look() })
  const printSetupHandler: Handler<typeof printSetup> = async ({ body }) => {
    const paired = () => refuse("CONFLICT", "A manager's screen is paired: print from there.")
    if (!store.read(isOpen)) return paired()
    if (body.what === "certificate" && checked === null) await look()
    return store.writeTogether((tx) => (isOpen(tx) ? print(tx, body.what, body.language) : paired()))
  }
  const certifySetupHandler: Handler<typeof certifySetup> = async ({ body }) => {
    await look()
    return store.writeTogether((tx) => print(tx, "certificate", body.language))
  }
  return {
    routes: {
      readSetup: readSetupHandler,
      checkSetup: checkSetupHandler,
      recheckSetup: recheckSetupHandler,
      printSetup: printSetupHandler,
      certifySetup: certifySetupHandler,
    },
    /** The first code of a start comes out by itself: a box without a screen can say it in no other way. */
    showClaim(code: string, expiresAt: string) {
      claim = { code, expiresAt, url: `${hub ?? ""}/dashboard#/boxes?code=${code}`, begunAnew: deps.begunAnew }
      if (printed || printing.printers.length === 0) return
      // The code is on the page and the console as well: a full disk that takes no paper ends no claim.
      quietly(() => {
        store.write((tx) => print(tx, "claim", "es"))
        printed = true
      })
    },
  }
}

function localMoment(tx: BoxTx, language: SetupLanguage): string {
  const store = readConfig(tx)?.store
  if (!store) return `${tx.now.slice(0, 16).replace("T", " ")} UTC`
  const manner = { locale: language, currencyCode: store.currency, timeZone: store.timeZone }
  return `${date(tx.now, manner)} ${time(tx.now, manner)}`
}

/** Before the first manager's screen nobody has a key that could be asked for. */
function isOpen(tx: BoxTx): boolean {
  return !listPaired(tx).some(({ kind }) => kind === "manager")
}

function shownClaim(claim: ShownClaim | null): Omit<ShownClaim, "begunAnew"> | null {
  if (claim === null) return null
  const { begunAnew: _, ...shown } = claim
  return shown
}

function nameOf({ printers }: Printing, printerId: string): string {
  return printers.find(({ id }) => id === printerId)?.name ?? printerId
}
