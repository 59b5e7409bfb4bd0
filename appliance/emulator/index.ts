/** The printer emulator for demo, training and tests, and the pictures of print jobs. */
export { runPrinterCommand } from "./cli.ts"
export { drawPng } from "./draw-png.ts"
export { type PreviewOptions, previewDocument } from "./preview-paper.ts"
export { type Receipt, type RenderOptions, renderReceipt } from "./render-receipt.ts"
export { type Emulator, type EmulatorOptions, startEmulator } from "./start-emulator.ts"
