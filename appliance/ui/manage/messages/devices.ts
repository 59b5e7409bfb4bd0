/** Words of the store's screens: list, pairing, renaming, putting out. */
import type { Message } from "../../../../ui/say.ts"

export const DEVICES = {
  "devices.title": { es: "Pantallas de la tienda", pt: "Telas da loja", en: "Screens of the store" },
  "devices.pair": { es: "Conectar una pantalla", pt: "Conectar uma tela", en: "Connect a screen" },
  "devices.codes": { es: "Códigos que esperan", pt: "Códigos à espera", en: "Codes that wait" },
  "devices.codeUntil": { es: "hasta las {time}", pt: "até as {time}", en: "until {time}" },
  "devices.change": { es: "Cambiar una pantalla", pt: "Mudar uma tela", en: "Change a screen" },
  "devices.never": { es: "nunca", pt: "nunca", en: "never" },
  "devices.online": { es: "Conectada", pt: "Conectada", en: "Connected" },
  "devices.offline": { es: "Sin conexión", pt: "Sem conexão", en: "Not connected" },
  "devices.self": { es: "es esta", pt: "é esta", en: "this one" },
  "devices.kind": { es: "Tipo", pt: "Tipo", en: "Kind" },
  "devices.seen": { es: "Vista por última vez", pt: "Vista pela última vez", en: "Last seen" },
  "devices.paired": { es: "Conectada el", pt: "Conectada em", en: "Paired on" },
  "devices.shown": { es: "Comandas a la vista", pt: "Comandas na tela", en: "Tickets shown" },
  "devices.version": { es: "Versión", pt: "Versão", en: "Version" },
  "devices.rename": { es: "Cambiar", pt: "Mudar", en: "Change" },
  "devices.revoke": { es: "Desconectar", pt: "Desconectar", en: "Disconnect" },
  "devices.name": { es: "Nombre", pt: "Nome", en: "Name" },
  "devices.nameExample": { es: "Caja 2", pt: "Caixa 2", en: "Register 2" },
  "devices.station": { es: "Estación", pt: "Estação", en: "Station" },
  "devices.makeCode": { es: "Mostrar el código", pt: "Mostrar o código", en: "Show the code" },
  "devices.scan": {
    es: "Lea este QR con la pantalla nueva, o abra la dirección y escriba el código.",
    pt: "Leia este QR com a tela nova, ou abra o endereço e digite o código.",
    en: "Scan this QR with the new screen, or open the address and type the code.",
  },
  "devices.qrAlt": { es: "QR que conecta la pantalla", pt: "QR que conecta a tela", en: "QR that connects the screen" },
  "devices.left": { es: "Vale {time} más", pt: "Vale mais {time}", en: "Good for {time} more" },
  "devices.expired": { es: "El código caducó.", pt: "O código expirou.", en: "The code has expired." },
  "devices.isPaired": { es: "{name} está conectada", pt: "{name} está conectada", en: "{name} is connected" },
} as const satisfies Record<string, Message>
