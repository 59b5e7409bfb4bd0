/** Why we send what we send where the libraries disagree about a printer, or where we depart from the only one that knows it. */

const SAME_COMMAND =
  "The digit 0 as 00 and as 30 means the same; we take one library's bytes for all commands of a printer."
const LINE_END = "The printer ends a line at LF and ignores CR, which costs a byte for each line."
const NO_TIMES = "Without times some drawers open only every second time."
const FLASH =
  "`1d f9 35` selects the mode for good and writes it into flash memory each time; the manual warns of it. `1d f9 20` selects it until the printer is switched off (`30` ESC/Bema, `31` ESC/POS), and `1b 40` starts from a known state."
const BEMATECH_QR =
  "The library counts three bytes more than the data, so that the NUL and the line end become part of the code. ACBr counts the data alone."

const BEMATECH_DRAWER =
  "The mode is selected first, because a pulse may be the first thing that the printer gets after it was switched on."

export const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Epson: {
    begin: "Also leaves Chinese mode (`1c 2e`), in which accented letters are read as halves of ideograms.",
    lineEnd: LINE_END,
    styles:
      "`GS !` sets the size alone. `1b 21`, which the others use, also ends bold, which would have to be sent again.",
    align: SAME_COMMAND,
    cut: "`GS V 1` is Epson's present command for a partial cut; `1b 6d` is its older one.",
    drawer: NO_TIMES,
    qr: "escpos-buffer asks for error correction L (`30`). We ask for M, which survives a crease; a fiscal receipt asks for it.",
    image: "A raster picture needs no change of the line spacing, and is a third of the commands.",
  },
  Star: {
    begin: "CAN (`18`) also clears what an interrupted document left in the buffer.",
    pages: "The library marks its number for cp850 as unknown; the printer has no such page.",
    cut: "We have fed the paper ourselves. `03` would feed it again.",
    drawer: "The times are the ones that were asked for, and the second drawer has a command of its own.",
    qr: "node-thermal-printer leaves out the command that stores the data, so the code could not print.",
  },
  Daruma: {
    begin:
      "node-thermal-printer treats a Daruma as an Epson here. Wide, tall and bold are switched off, because the printer has no known reset and a torn document could have left them on.",
    pages: "node-thermal-printer lists Epson's numbers. escpos-buffer is made by people who print in Brazil.",
    lineEnd: "As escpos-buffer, like all commands of this printer.",
    styles: "node-thermal-printer has no command that ends double width or height.",
    align: SAME_COMMAND,
    drawer: "The printer's command has no argument; the byte behind it would be printed.",
  },
  "Bematech in ESC/Bema": { begin: FLASH, qr: BEMATECH_QR, drawer: BEMATECH_DRAWER },
  "Bematech in ESC/POS": { begin: FLASH, qr: BEMATECH_QR, drawer: BEMATECH_DRAWER },
  "Bematech MP-2800 TH": {
    begin: `The library selects ESC/Bema and then sends the commands of ESC/POS. We select ESC/POS. ${FLASH}`,
    qr: BEMATECH_QR,
    drawer: BEMATECH_DRAWER,
  },
  "Elgin I7": {
    styles:
      "The library writes an I7 as a VOX, except for its drawer, which is ESC/POS. Stores print on it in ESC/POS (`elgin-80`), so it is written as an I9.",
    cut: "As an I9: see above.",
    qr: "As an I9: see above.",
  },
  "Control iD Print iD": { begin: "`1b 40` starts from a known state." },
  "POS-80, POS-58 and CMP-20": {
    begin: "As escpos-buffer, from a known state (`1b 40`).",
    pages: "Only the numbers on which both agree. A person may choose another profile.",
    lineEnd: "As escpos-buffer.",
    styles: "In ESC/POS `1b 64 31` does not mean tall letters: it feeds 49 lines.",
    align: SAME_COMMAND,
    cut: "As escpos-buffer; ESC/POS printers know both.",
    qr: "escpos-buffer draws the code, because cheap printers lack the command. So do we.",
    barcode: "Drawn, as the QR code is.",
    image: "As escpos-buffer.",
  },
  Custom: { drawer: NO_TIMES },
  Tanca: { drawer: NO_TIMES },
  Brother: {
    styles: "The library lists the command that ends double width, and never sends it.",
    cut: "The library's partial cut (`02`) cancels cutting.",
  },
}
