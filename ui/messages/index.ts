/** The messages that every page ships; each page adds its own (`createLanguage`). */
import * as common from "./common.ts"
import { DEVICE } from "./device.ts"

export const COMMON = { ...common.COMMON, ...DEVICE }

export type CommonKey = keyof typeof COMMON
