/** The endpoints of a box's setup page, which works before any screen is paired (docs/contract/screens.md#setup). */
import Type from "typebox"
import { Instant, nullable, oneOf } from "../shapes/scalars.ts"
import { SetupCheck } from "../shapes/setup-check.ts"
import { endpoint } from "./endpoint.ts"

export const readSetup = endpoint({
  name: "setup.read",
  family: "enrolment",
  ownHost: true,
  method: "GET",
  path: "/api/lan/v1/setup",
  scope: null,
  replies: {
    200: Type.Object({
      now: Instant,
      version: Type.String(),
      /** The box's address on the store's network. */
      lanUrl: Type.String(),
      storeName: nullable(Type.String()),
      /** The claim code for the back office; null once the box has its store, and while the hub returned none. */
      claim: nullable(Type.Object({ code: Type.String(), expiresAt: Instant, url: Type.String() })),
      /** Progress of the first sync: operations applied of those that the hub has; null once the box has all. */
      loading: nullable(Type.Object({ applied: Type.Integer(), head: Type.Integer() })),
      /** Whether anybody on the network may check, print and read the results: until a manager's screen is paired. */
      open: Type.Boolean(),
      /** When the checks last ran; null before the first run, and if `open` is false. */
      checkedAt: nullable(Instant),
      checks: Type.Array(SetupCheck),
    }),
  },
  refusals: [],
  summary: "Reads the setup state: claim code, and the checks of network, hub, clock, store, printers and screens.",
  section: "screens.md#setup",
})

const CHECK_REPLIES = { 200: Type.Object({ checkedAt: Instant, checks: Type.Array(SetupCheck) }) }

export const checkSetup = endpoint({
  name: "setup.check",
  family: "enrolment",
  ownHost: true,
  method: "POST",
  path: "/api/lan/v1/setup/check",
  scope: null,
  body: Type.Object({}),
  replies: CHECK_REPLIES,
  refusals: ["CONFLICT"],
  summary: "Runs the checks again, until a manager's screen is paired.",
  section: "screens.md#setup",
})

export const recheckSetup = endpoint({
  name: "setup.recheck",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/setup/recheck",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({}),
  replies: CHECK_REPLIES,
  refusals: [],
  summary: "Runs the checks again, from a manager's screen.",
  section: "screens.md#setup",
})

export const printSetup = endpoint({
  name: "setup.print",
  family: "enrolment",
  ownHost: true,
  method: "POST",
  path: "/api/lan/v1/setup/print",
  scope: null,
  body: Type.Object({ what: oneOf("claim", "certificate"), language: oneOf("es", "pt", "en") }),
  replies: { 202: Type.Object({ printerId: Type.String() }) },
  refusals: ["CONFLICT"],
  summary: "Prints the claim code or the installation certificate, until a manager's screen is paired.",
  section: "screens.md#setup",
})

export const certifySetup = endpoint({
  name: "setup.certify",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/setup/certificate",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({ language: oneOf("es", "pt", "en") }),
  replies: { 202: Type.Object({ printerId: Type.String() }) },
  refusals: ["CONFLICT"],
  summary: "Runs the checks again and prints the installation certificate, from a manager's screen.",
  section: "screens.md#setup",
})
