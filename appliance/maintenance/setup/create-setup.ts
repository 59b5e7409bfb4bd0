/** The first boot: shows the claim code on page and paper, checks network and devices, and certifies what works. */
import type { Handler } from "../../../protocol/http/endpoint.ts"
import type { certifySetup, checkSetup, printSetup, readSetup, recheckSetup } from "../../../protocol/http/setup.ts"
import { date, time } from "../../../protocol/print/format.ts"
import type { SetupLanguage } from "../../../protocol/print/setup-words.ts"
import { isRefusal, refuse } from "../../../protocol/refusals.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { Ids } from "../../../runtime/ids.ts"
import { openShifts } from "../../cash/shifts/index.ts"
import { readConfig } from "../../catalog/index.ts"
import { createPairingCode, hasDevice, listPaired } from "../../devices/index.ts"
import type { Printing } from "../../printing/index.ts"
import { type BoxStore, type BoxTx, quietly } from "../../storage/index.ts"
import { checkNetwork, type Ways } from "./check-network.ts"
import { checkStore } from "./check-store.ts"
import type { Probes } from "./network-probes.ts"
import { certificateSlip, claimSlip, type ShownClaim } from "./setup-slips.ts"

const FIRST_MANAGER = { kind: "manager", deviceId: "manager-1" } as const

interface SetupDeps {
  readonly store: BoxStore
  readonly ids: Ids
  readonly clock: Clock
  readonly printing: Printing
  readonly version: string
  readonly lanUrl: () => string
  readonly hub: string | null
  readonly begunAnew: boolean
  readonly probes: Probes
  /** Where the hub's broker is, and whether the box is connected. */
  readonly line: () => Pick<Ways, "mqtt" | "isLinked"> & {
    readonly isClaimed: boolean
    readonly isFenced: boolean
    readonly applied: number
    readonly head: number
  }
}

interface SetupState {
  readonly deps: SetupDeps
  claim: ShownClaim | null
  isClaimPrinted: boolean
  /** The newest check. */
  checked: { readonly checkedAt: string; readonly checks: SetupCheck[] } | null
}

export function createSetup(deps: SetupDeps) {
  const self: SetupState = { deps, claim: null, isClaimPrinted: false, checked: null }
  return {
    routes: setupRoutes(self),
    /** The first code of a start is printed without being asked for: a box without a screen can show it in no other way. */
    showClaim(code: string, expiresAt: string) {
      const { store, printing, hub, begunAnew } = deps
      self.claim = { code, expiresAt, url: `${hub ?? ""}/dashboard#/boxes?code=${code}`, begunAnew }
      if (self.isClaimPrinted || printing.printers.length === 0) return
      // The code is on the page and the console as well, so a full disk that refuses the print ends no claim.
      quietly(() => {
        store.write((tx) => print(self, tx, { what: "claim", language: "es" }))
        self.isClaimPrinted = true
      })
    },
  }
}

function setupRoutes(self: SetupState) {
  const { store } = self.deps
  const readSetupHandler: Handler<typeof readSetup> = async () => ({
    status: 200,
    data: store.read((tx) => shownSetup(self, tx)),
  })
  const checkSetupHandler: Handler<typeof checkSetup> = async () =>
    store.read(isOpen)
      ? { status: 200, data: await runChecks(self) }
      : refuse("CONFLICT", "A manager's screen is paired: run the checks there.")
  const recheckSetupHandler: Handler<typeof recheckSetup> = async () => ({ status: 200, data: await runChecks(self) })
  const printSetupHandler: Handler<typeof printSetup> = async ({ body }) => {
    const paired = () => refuse("CONFLICT", "A manager's screen is paired: print from there.")
    if (!store.read(isOpen)) return paired()
    if (body.what === "certificate" && self.checked === null) await runChecks(self)
    return store.writeTogether((tx) => (isOpen(tx) ? print(self, tx, body) : paired()))
  }
  const certifySetupHandler: Handler<typeof certifySetup> = async ({ body: { language } }) => {
    await runChecks(self)
    return store.writeTogether((tx) => print(self, tx, { what: "certificate", language }))
  }
  return {
    readSetup: readSetupHandler,
    checkSetup: checkSetupHandler,
    recheckSetup: recheckSetupHandler,
    printSetup: printSetupHandler,
    certifySetup: certifySetupHandler,
  }
}

function shownSetup(self: SetupState, tx: BoxTx) {
  const { deps, checked } = self
  const open = isOpen(tx)
  return {
    now: tx.now,
    version: deps.version,
    lanUrl: deps.lanUrl(),
    storeName: readConfig(tx)?.store.name ?? null,
    claim: shownClaim(validClaim(self)),
    loading: loadingOf(self, tx),
    open,
    checkedAt: open && checked ? checked.checkedAt : null,
    checks: open && checked ? checked.checks : [],
  }
}

async function runChecks(self: SetupState): Promise<NonNullable<SetupState["checked"]>> {
  const { store, clock, hub, probes, printing, begunAnew, line } = self.deps
  const network = await checkNetwork({ ...line(), hub, nowMs: clock.ms() }, probes)
  const own = store.read((tx) =>
    checkStore({
      ...line(),
      config: readConfig(tx),
      knowsHub: hub !== null,
      hasCode: validClaim(self) !== null,
      begunAnew,
      loading: loadingOf(self, tx),
      printers: printing.status().map((one) => ({ ...one, name: nameOf(printing, one.printerId) })),
      screens: listPaired(tx),
      openShifts: openShifts(tx),
    }),
  )
  self.checked = { checkedAt: clock.iso(), checks: [...network, ...own] }
  return self.checked
}

interface SetupPrint {
  readonly what: "claim" | "certificate"
  readonly language: SetupLanguage
}

function print(self: SetupState, tx: BoxTx, { what, language }: SetupPrint) {
  const { printing, ids } = self.deps
  const [printer] = printing.printers
  if (!printer) return refuse("CONFLICT", "This box has no printer.")
  const claim = validClaim(self)
  if (what === "claim" && !claim) return refuse("CONFLICT", "There is no claim code now.")
  const { id: printerId, width } = printer
  const slip = { jobId: ids.uuid(), width, printerId, language, now: tx.now }
  const job =
    what === "claim" && claim ? claimSlip(slip, claim) : certificateSlip(slip, certificateOf(self, tx, language))
  const queued = printing.enqueue(tx, { job, kind: `setup_${what}`, title: `setup ${what}`, printerId })
  return isRefusal(queued) ? refuse("CONFLICT", queued.message) : { status: 202 as const, data: { printerId } }
}

function certificateOf({ deps, checked }: SetupState, tx: BoxTx, language: SetupLanguage) {
  const config = readConfig(tx)
  const needsManager = config !== null && !hasDevice(tx, FIRST_MANAGER.deviceId)
  return {
    at: localMoment(tx, language),
    storeName: config?.store.name ?? null,
    lanUrl: deps.lanUrl(),
    version: deps.version,
    checks: checked?.checks ?? [],
    managerCode: needsManager ? createPairingCode(tx, FIRST_MANAGER, deps.ids) : null,
  }
}

function validClaim({ deps, claim }: SetupState): ShownClaim | null {
  return claim !== null && claim.expiresAt > deps.clock.iso() && !deps.line().isClaimed ? claim : null
}

/** How much of the store's data has arrived, between the claim and the first configuration. */
function loadingOf({ deps }: SetupState, tx: BoxTx) {
  const { isClaimed, applied, head } = deps.line()
  return isClaimed && readConfig(tx) === null ? { applied, head } : null
}

function localMoment(tx: BoxTx, language: SetupLanguage): string {
  const store = readConfig(tx)?.store
  if (!store) return `${tx.now.slice(0, 16).replace("T", " ")} UTC`
  const manner = { locale: language, currencyCode: store.currency, timeZone: store.timeZone }
  return `${date(tx.now, manner)} ${time(tx.now, manner)}`
}

/** Until a manager's screen is paired, nobody has a key, so the setup page asks for none. */
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
