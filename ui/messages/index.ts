/** The messages that every page ships; each page adds its own (`createLanguage`). */
import * as common from "./common.ts"
import { DEVICE } from "./device.ts"
import { STAFF } from "./staff.ts"

export const COMMON = { ...common.COMMON, ...DEVICE, ...STAFF }

export type CommonKey = keyof typeof COMMON
