/** The first boot of a box: claim code, network, printers, screens, and a certificate of what works. */
export { checkNetwork } from "./check-network.ts"
export { createSetup } from "./create-setup.ts"
export { NETWORK, type Probes } from "./network-probes.ts"
