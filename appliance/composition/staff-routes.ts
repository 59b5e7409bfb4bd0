/** The routes about screens, staff and outage tests. */
import type { Routes } from "../../protocol/http/endpoint.ts"
import type { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { paidMoney } from "../../protocol/rules/cancellation/cancel-order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { listAuditHandler, type RecordAudit } from "../audit/index.ts"
import { findShift } from "../cash/shifts/index.ts"
import {
  changeDeviceHandler,
  type DeviceDeps,
  hasDevice,
  listDevicesHandler,
  makeCodeHandler,
  type PairingAttempts,
  pairDeviceHandler,
  readSelfHandler,
  revokeDeviceHandler,
} from "../devices/index.ts"
import { readingOnly, writing } from "../http/index.ts"
import {
  endOutageTestHandler,
  listOutageTestsHandler,
  type OutageTest,
  startOutageTestHandler,
} from "../maintenance/outage-test/index.ts"
import { findByExternalId } from "../orders/store/index.ts"
import {
  changeOwnPinHandler,
  changeStaffHandler,
  createStaffHandler,
  type HashPin,
  listStaffHandler,
  readSignedInHandler,
  type SharedActs,
  signInHandler,
  signOutHandler,
} from "../staff/index.ts"
import type { BoxStore } from "../storage/index.ts"

export interface StaffRouteDeps extends Omit<DeviceDeps, "ids" | "record"> {
  readonly hashPin: HashPin
  readonly codeTries: PairingAttempts
  readonly drill: OutageTest
  readonly onStaff: () => void
}

interface Around {
  readonly store: BoxStore
  readonly ids: Ids
  readonly record: RecordAudit
  readonly isClaimed: () => boolean
}

export function staffRoutes(deps: StaffRouteDeps, { store, ids, record, isClaimed }: Around) {
  const devices = { ...deps, ids, record }
  const staff = { ...deps, store, ids, record, isPaired: hasDevice }
  const drills = { drill: deps.drill, record, isClaimed }
  const onPaired = (deviceId: string) => {
    deps.disconnect(deviceId)
    deps.presence.forget(deviceId)
    deps.onDevices()
  }
  return {
    pairDevice: pairDeviceHandler({ store, ids, record, attempts: deps.codeTries, onPaired }),
    readSelf: readingOnly(store, readSelfHandler),
    listDevices: readingOnly(store, listDevicesHandler(devices)),
    makeCode: writing(store, makeCodeHandler(devices)),
    changeDevice: writing(store, changeDeviceHandler(devices)),
    revokeDevice: writing(store, revokeDeviceHandler(devices)),
    signIn: signInHandler(staff),
    signOut: writing(store, signOutHandler(staff)),
    readSignedIn: readingOnly(store, readSignedInHandler),
    changeOwnPin: changeOwnPinHandler(staff),
    listStaff: readingOnly(store, listStaffHandler),
    createStaff: createStaffHandler(staff),
    changeStaff: changeStaffHandler(staff),
    listAudit: readingOnly(store, listAuditHandler),
    startOutageTest: writing(store, startOutageTestHandler(drills)),
    endOutageTest: writing(store, endOutageTestHandler(drills)),
    listOutageTests: readingOnly(store, listOutageTestsHandler(drills)),
  } satisfies Partial<Routes<typeof BOX_ENDPOINTS>>
}

/** The permission that a screen needs at endpoints that API keys call too. */
export const SHARED_ACTS: SharedActs = {
  "cash.close": (tx, { caller, body }) => {
    const shift = findShift(tx, (body as { sessionExternalId?: string }).sessionExternalId ?? "")
    return shift?.terminalUid === caller.keyId ? "cash.close" : "cash.close-other"
  },
  "days.close": () => "day.close",
  "cancel.order": (tx, { params }) => {
    const order = findByExternalId(tx, (params as { orderId: string }).orderId)
    return order && paidMoney(order).length > 0 ? "order.cancel-paid" : "order.cancel"
  },
}
