/** The texts of a box's setup, for its page, its slips and its console: what each check found, and what to do. */

export const SETUP_WORDS = {
  "check.lan": { es: "Red de la tienda", pt: "Rede da loja", en: "Store network" },
  "check.names": { es: "Servicio de nombres", pt: "Serviço de nomes", en: "Name service" },
  "check.hub": { es: "Central", pt: "Central", en: "Hub" },
  "check.mqtt": { es: "Línea con la central", pt: "Linha com a central", en: "Connection to the hub" },
  "check.clock": { es: "Reloj", pt: "Relógio", en: "Clock" },
  "check.store": { es: "Tienda", pt: "Loja", en: "Store" },
  "check.fiscal": { es: "Numeración fiscal", pt: "Numeração fiscal", en: "Fiscal numbering" },
  "check.printers": { es: "Impresoras", pt: "Impressoras", en: "Printers" },
  "check.screens": { es: "Pantallas", pt: "Telas", en: "Screens" },
  "is.good": { es: "Bien", pt: "Bem", en: "Good" },
  "is.waiting": { es: "Falta", pt: "Falta", en: "To do" },
  "is.warning": { es: "Atención", pt: "Atenção", en: "Look" },
  "is.bad": { es: "Mal", pt: "Com falha", en: "Wrong" },
  "cause.LAN_OK": { es: "La dirección es {address}.", pt: "O endereço é {address}.", en: "The address is {address}." },
  "cause.LAN_NO_ADDRESS": {
    es: "No tiene dirección: conecte el cable y mire que el enrutador reparta direcciones (DHCP).",
    pt: "Não tem endereço: conecte o cabo e veja se o roteador distribui endereços (DHCP).",
    en: "It has no address: plug in the cable, and check that the router assigns addresses (DHCP).",
  },
  "cause.NAMES_OK": { es: "Encuentra {host}.", pt: "Encontra {host}.", en: "It finds {host}." },
  "cause.NAMES_NOT_NEEDED": { es: "No hace falta.", pt: "Não é preciso.", en: "Not needed." },
  "cause.NAMES_FAIL": {
    es: "No encuentra {host}: revise el servidor DNS del enrutador, y si el nombre está bien escrito.",
    pt: "Não encontra {host}: confira o servidor DNS do roteador, e se o nome está certo.",
    en: "It does not find {host}: check the router's DNS server, and the spelling of the name.",
  },
  "cause.HUB_OK": { es: "Responde {hub}.", pt: "{hub} responde.", en: "{hub} answers." },
  "cause.HUB_NOT_SET": {
    es: "Nadie le dijo dónde está la central: póngala en la configuración (BRASA_HUB).",
    pt: "Ninguém disse onde está a central: coloque na configuração (BRASA_HUB).",
    en: "The address of the hub is missing: set it in the configuration (BRASA_HUB).",
  },
  "cause.HUB_REFUSES": {
    es: "{hub} rechaza la conexión: revise la dirección y el puerto.",
    pt: "{hub} recusa a conexão: confira o endereço e a porta.",
    en: "{hub} refuses the connection: check address and port.",
  },
  "cause.HUB_SILENT": {
    es: "{hub} no responde: mire si hay internet y si el cortafuegos deja salir.",
    pt: "{hub} não responde: veja se há internet e se o firewall deixa sair.",
    en: "{hub} does not answer: check the internet connection, and whether a firewall blocks it.",
  },
  "cause.HUB_CERTIFICATE": {
    es: "El certificado de {hub} no vale aquí: revise primero el reloj, luego si alguien intercepta la conexión.",
    pt: "O certificado de {hub} não vale aqui: confira primeiro o relógio, depois se alguém intercepta a conexão.",
    en: "The certificate of {hub} is not valid here: check the clock first, then whether something intercepts the connection.",
  },
  "cause.HUB_STRANGE": {
    es: "En {hub} responde otra cosa ({status}): puede ser un portal del proveedor, o la dirección equivocada.",
    pt: "Em {hub} responde outra coisa ({status}): pode ser um portal do provedor, ou o endereço errado.",
    en: "Something else answers at {hub} ({status}): an internet provider's portal, or the wrong address.",
  },
  "cause.MQTT_OK": {
    es: "{address} está abierto; la línea se abre en cuanto haya tienda.",
    pt: "{address} está aberto; a linha abre assim que houver loja.",
    en: "{address} is open; the box connects once it has a store.",
  },
  "cause.MQTT_LINKED": { es: "Abierta.", pt: "Aberta.", en: "Open." },
  "cause.MQTT_UNKNOWN": {
    es: "La central dirá dónde, cuando el equipo tenga su tienda.",
    pt: "A central dirá onde, quando o equipamento tiver sua loja.",
    en: "The hub will say where, once the box has its store.",
  },
  "cause.MQTT_REFUSES": {
    es: "{address} rechaza la conexión: pida que abran ese puerto en la central.",
    pt: "{address} recusa a conexão: peça que abram essa porta na central.",
    en: "{address} refuses the connection: have that port opened at the hub.",
  },
  "cause.MQTT_SILENT": {
    es: "{address} no responde: el cortafuegos de la tienda debe dejar salir a ese puerto.",
    pt: "{address} não responde: o firewall da loja deve deixar sair por essa porta.",
    en: "{address} does not answer: the store's firewall must allow that port outbound.",
  },
  "cause.CLOCK_OK": {
    es: "Va con la central (a {seconds} s).",
    pt: "Está com a central (a {seconds} s).",
    en: "It matches the hub ({seconds} s apart).",
  },
  "cause.CLOCK_OFF": {
    es: "Está a {seconds} s de la central: active la hora automática (NTP) en este equipo.",
    pt: "Está a {seconds} s da central: ative a hora automática (NTP) neste equipamento.",
    en: "It differs from the hub by {seconds} s: turn on automatic time (NTP) on this machine.",
  },
  "cause.CLOCK_UNKNOWN": {
    es: "Sin la central no se puede comparar.",
    pt: "Sem a central não dá para comparar.",
    en: "Without the hub there is nothing to compare with.",
  },
  "cause.STORE_OK": { es: "{store}.", pt: "{store}.", en: "{store}." },
  "cause.STORE_WAITS": {
    es: "Espera su tienda: dé el código a quien atiende la central, o lea el QR.",
    pt: "Espera sua loja: dê o código a quem atende a central, ou leia o QR.",
    en: "It waits for its store: give the code to the back office, or scan the QR.",
  },
  "cause.STORE_NO_CODE": {
    es: "Espera su tienda: el código sale aquí en cuanto la central responda.",
    pt: "Espera sua loja: o código aparece aqui assim que a central responder.",
    en: "It waits for its store: the code appears here as soon as the hub answers.",
  },
  "cause.STORE_NO_HUB": {
    es: "Su tienda se la da la central, y falta la dirección: póngala en la configuración (BRASA_HUB) y reinicie el equipo. El código sale aquí.",
    pt: "A loja vem da central, e falta o endereço: coloque na configuração (BRASA_HUB) e reinicie o equipamento. O código aparece aqui.",
    en: "The box gets its store from the hub, whose address is missing: set it in the configuration (BRASA_HUB) and restart the box. The code appears here.",
  },
  "cause.STORE_ANEW": {
    es: "Su base se dañó y no había copia: en la central, en «Asignar un equipo», dé su código a la misma tienda y elija reemplazar. Lo vendido está en la central; lo que no llegó queda en damaged/, para soporte.",
    pt: "A base se danificou e não havia cópia: na central, em “Atribuir um equipamento”, dê o código à mesma loja e escolha substituir. O vendido está na central; o que não chegou fica em damaged/, para o suporte.",
    en: "Its database was damaged and there was no copy. In the hub, under “Claim a box”, give its code to the same store and choose to replace. The hub has what was sold; what had not arrived is in damaged/, for support.",
  },
  "cause.STORE_LOADS": {
    es: "Recibe lo de su tienda: {applied} de {head}.",
    pt: "Recebe o que é da loja: {applied} de {head}.",
    en: "It is receiving its store: {applied} of {head}.",
  },
  "cause.STORE_TAKEN": {
    es: "Otro equipo tiene la tienda: este ya no vende.",
    pt: "Outro equipamento tem a loja: este não vende mais.",
    en: "Another box replaced this one, which no longer sells.",
  },
  "cause.FISCAL_OK": {
    es: "Tiene su punto de emisión.",
    pt: "Tem seu ponto de emissão.",
    en: "It has its emission point.",
  },
  "cause.FISCAL_NOT_HERE": {
    es: "Este equipo no numera.",
    pt: "Este equipamento não numera.",
    en: "This box does not number.",
  },
  "cause.FISCAL_UNKNOWN": {
    es: "Se sabrá cuando el equipo tenga su tienda.",
    pt: "Vai-se saber quando o equipamento tiver sua loja.",
    en: "Unknown until the box has its store.",
  },
  "cause.FISCAL_USED_UP": {
    es: "Todos los puntos los usó otro equipo: agregue uno nuevo a la tienda en la central.",
    pt: "Todos os pontos foram usados por outro equipamento: acrescente um novo à loja na central.",
    en: "Another box has used all points: add a new one to the store in the hub.",
  },
  "cause.PRINTERS_OK": { es: "Listas: {printers}.", pt: "Prontas: {printers}.", en: "Ready: {printers}." },
  "cause.PRINTERS_NONE": {
    es: "Ninguna: búsquelas (brasa printer find) y póngalas en la configuración (BRASA_PRINTER).",
    pt: "Nenhuma: procure (brasa printer find) e coloque na configuração (BRASA_PRINTER).",
    en: "None: look for them (brasa printer find) and set them in the configuration (BRASA_PRINTER).",
  },
  "cause.PRINTER_PAPER": {
    es: "{printer} no tiene papel: ponga un rollo.",
    pt: "{printer} está sem papel: coloque uma bobina.",
    en: "{printer} is out of paper: put in a roll.",
  },
  "cause.PRINTER_COVER": {
    es: "{printer} tiene la tapa abierta: ciérrela.",
    pt: "{printer} está com a tampa aberta: feche-a.",
    en: "{printer} has its cover open: close it.",
  },
  "cause.PRINTER_SILENT": {
    es: "{printer} no responde: mire si está encendida, y su cable.",
    pt: "{printer} não responde: veja se está ligada, e o cabo.",
    en: "{printer} does not answer: check that it is on, and its cable.",
  },
  "cause.SCREENS_OK": { es: "Unidas: {screens}.", pt: "Pareadas: {screens}.", en: "Paired: {screens}." },
  "cause.SCREENS_NONE": {
    es: "Ninguna todavía: escriba aquí (/setup) el código del papel, y una las demás después.",
    pt: "Nenhuma ainda: digite aqui (/setup) o código do papel, e pareie as outras depois.",
    en: "None yet: type the code on the paper here (/setup), then pair the others.",
  },
  "cause.SCREENS_MISSING": {
    es: "Turno abierto en {screens}: una esas cajas otra vez con el mismo nombre.",
    pt: "Turno aberto em {screens}: pareie esses caixas de novo com o mesmo nome.",
    en: "A shift is open at {screens}: pair those registers again under the same name.",
  },
  "slip.claim": { es: "CÓDIGO DEL EQUIPO", pt: "CÓDIGO DO EQUIPAMENTO", en: "CODE OF THIS BOX" },
  "slip.until": { es: "Vale hasta las {time}", pt: "Vale até {time}", en: "Valid until {time}" },
  "slip.how": {
    es: "En la central: «Asignar un equipo», y este código. O lea el QR.",
    pt: "Na central: “Atribuir um equipamento”, e este código. Ou leia o QR.",
    en: "In the hub: “Claim a box”, and this code. Or scan the QR.",
  },
  "slip.certificate": {
    es: "CERTIFICADO DE INSTALACIÓN",
    pt: "CERTIFICADO DE INSTALAÇÃO",
    en: "INSTALLATION CERTIFICATE",
  },
  "slip.manager": {
    es: "Primera pantalla de gerente:",
    pt: "Primeira tela de gerente:",
    en: "First manager's screen:",
  },
} as const

type SetupKey = keyof typeof SETUP_WORDS
export type SetupLanguage = "es" | "pt" | "en"

export function setupText(
  key: SetupKey,
  language: SetupLanguage,
  facts: Readonly<Record<string, string>> = {},
): string {
  return SETUP_WORDS[key][language].replaceAll(/\{(\w+)\}/g, (hole, name: string) => facts[name] ?? hole)
}
