import { expect, test } from "vitest"
import { checkPrinters, readPrinterSpec } from "../../../../appliance/printing/index.ts"

test.each([
  ["tcp://192.168.1.50:9100", { id: "tcp://192.168.1.50:9100", width: 48, codepage: null }],
  ["tcp://kitchen.local", { id: "tcp://kitchen.local:9100" }],
  ["tcp://[::1]:9100", { address: { kind: "tcp", host: "::1", port: 9100 } }],
  ["tcp://h:1", { name: "tcp://h:1", backups: [], profile: { status: true } }],
  ["tcp://h:1?name=kitchen&backup=bar,office", { name: "kitchen", backups: ["bar", "office"] }],
  ["tcp://h:1?status=no", { profile: { id: "generic-80", status: false } }],
  ["tcp://h:1?width=32", { width: 32, profile: { id: "generic-58" } }],
  ["tcp://h:1?profile=epson-80", { width: 42, profile: { id: "epson-80" } }],
  ["tcp://h:1?profile=epson-80&width=48&codepage=cp858", { width: 48, codepage: "cp858" }],
  ["tcp://h:1?codepage=windows-1252", { codepage: "windows1252" }],
  ["serial:///dev/ttyUSB0?baud=9600", { id: "serial:///dev/ttyUSB0", address: { kind: "serial", baud: 9600 } }],
  ["serial:///dev/ttyUSB0", { address: { kind: "serial", path: "/dev/ttyUSB0", baud: 19200 } }],
  ["usb:///dev/usb/lp0", { id: "usb:///dev/usb/lp0", address: { kind: "usb", path: "/dev/usb/lp0" } }],
])("%s is read", (text, expected) => {
  expect(readPrinterSpec(text)).toMatchObject(expected)
})

test.each([
  ["kitchen", ["not a printer: use tcp://host:9100, serial:///dev/ttyUSB0 or usb:///dev/usb/lp0"]],
  ["http://h", ['"http://" is not known, use tcp://, serial:// or usb://']],
  ["tcp://h:0", ["port 0 cannot be printed to"]],
  ["tcp://h:1/path", ["a tcp printer has no path (/path)"]],
  ["tcp://h:1?width=40", ['width "40" is none of 32, 42, 48']],
  ["tcp://h:1?status=maybe", ['status "maybe" is not known: "no" is for a printer that cannot answer']],
  ["tcp://h:1?name=", ["a name has 1 to 40 letters, as in name=kitchen"]],
  ["tcp://h:1?baud=9600", ['"baud" is for serial printers only']],
  [
    "tcp://h:1?colour=red",
    ['unknown setting "colour", known are width, profile, codepage, baud, name, backup, status'],
  ],
  ["serial://dev/ttyUSB0", ["the device's path is missing, with three slashes as in serial:///dev/…"]],
  ["serial:///dev/ttyUSB0?baud=fast", ['baud "fast" is none of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200']],
  [
    "tcp://h:1?profile=bematech-80&codepage=windows1252",
    ['codepage "windows1252" is none of cp858, cp850, cp860, cp437 for profile bematech-80'],
  ],
])("%s says what is wrong", (text, faults) => {
  expect(readPrinterSpec(text)).toEqual({ faults })
})

test("a SPEC with several faults lists all of them, and names the profiles", () => {
  const read = readPrinterSpec("tcp://h:0?profile=typewriter&width=9")
  expect(read).toMatchObject({
    faults: [
      "port 0 cannot be printed to",
      expect.stringContaining("generic-80, generic-58, epson-80"),
      expect.anything(),
    ],
  })
})

test.each([
  [["tcp://a?name=kitchen&backup=bar", "tcp://b?name=bar&backup=tcp://a:9100"], []],
  [["tcp://a", "tcp://a:9100?name=bar"], ["two printers are tcp://a:9100"]],
  [["tcp://a?name=bar", "tcp://b?name=bar"], ['two printers are named "bar"']],
  [["tcp://a?name=bar&backup=attic"], ['backup "attic" of bar is no printer of this box']],
  [["tcp://a?name=bar&backup=bar"], ["bar cannot be its own backup"]],
])("%j together: %j", (texts, faults) => {
  const specs = texts.map((text) => readPrinterSpec(text)).flatMap((spec) => ("faults" in spec ? [] : [spec]))
  expect(checkPrinters(specs)).toEqual(faults)
})
