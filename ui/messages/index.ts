/** The shared messages. Each page adds its own with `createLanguage`. */
import * as common from "./common.ts"
import { DEVICE } from "./device.ts"
import { STAFF } from "./staff.ts"

export const COMMON = { ...common.COMMON, ...DEVICE, ...STAFF }

export type CommonKey = keyof typeof COMMON
