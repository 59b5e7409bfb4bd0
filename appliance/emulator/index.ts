/** The printer emulator: for demo, training, tests, and for the picture of any paper. */
export { runPrinterCommand } from "./cli.ts"
export { drawPng } from "./draw-png.ts"
export { type PreviewOptions, previewDocument } from "./preview-paper.ts"
export { type Receipt, type RenderOptions, renderReceipt } from "./render-receipt.ts"
export { type Emulator, type EmulatorOptions, startEmulator } from "./start-emulator.ts"
