/** The messages of the setup page, beside those that all pages share. */
import { SETUP_WORDS } from "../../../../protocol/print/setup-words.ts"

/** What only paper says. */
type Printed = `slip.${string}`
const isShown = ([key]: [string, unknown]) => !key.startsWith("slip.")
const SHOWN = Object.fromEntries(Object.entries(SETUP_WORDS).filter(isShown)) as Omit<typeof SETUP_WORDS, Printed>

export const MESSAGES = {
  ...SHOWN,
  "setup.title": { es: "Instalación del equipo", pt: "Instalação do equipamento", en: "Setting up this box" },
  "setup.claim": { es: "Código de este equipo", pt: "Código deste equipamento", en: "Code of this box" },
  "setup.claim.how": {
    es: "En la central, en Equipos, alguien da este código a la tienda. También se puede leer el QR.",
    pt: "Na central, em Equipamentos, alguém dá este código à loja. Também dá para ler o QR.",
    en: "At headquarters, under Boxes, somebody gives this code to the store. Scanning the QR does it too.",
  },
  "setup.claim.until": { es: "Vale hasta las {time}", pt: "Vale até {time}", en: "Good until {time}" },
  "setup.print.claim": { es: "Imprimir el código", pt: "Imprimir o código", en: "Print the code" },
  "setup.loading": {
    es: "Recibe lo de su tienda: {applied} de {head}",
    pt: "Recebe o que é da loja: {applied} de {head}",
    en: "It is receiving its store: {applied} of {head}",
  },
  "setup.checks": { es: "Lo que funciona", pt: "O que funciona", en: "What works" },
  "setup.checking": { es: "Mirando…", pt: "Olhando…", en: "Looking…" },
  "setup.again": { es: "Mirar otra vez", pt: "Olhar de novo", en: "Look again" },
  "setup.print.certificate": {
    es: "Imprimir el certificado",
    pt: "Imprimir o certificado",
    en: "Print the certificate",
  },
  "setup.printed": { es: "Va a la impresora.", pt: "Vai para a impressora.", en: "It is going to the printer." },
  "setup.ready": {
    es: "El equipo puede vender. Una la primera pantalla de gerente con el código del certificado.",
    pt: "O equipamento pode vender. Pareie a primeira tela de gerente com o código do certificado.",
    en: "The box can sell. Pair the first manager's screen with the code on the certificate.",
  },
  "setup.manage": { es: "Abrir la página del gerente", pt: "Abrir a página do gerente", en: "Open the manager's page" },
} as const
