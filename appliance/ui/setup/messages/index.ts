/** The messages of the setup page, besides the shared ones. */
import { SETUP_WORDS } from "../../../../protocol/print/setup-words.ts"

/** What only paper says. */
type Printed = `slip.${string}`
const isShown = ([key]: [string, unknown]) => !key.startsWith("slip.")
const SHOWN = Object.fromEntries(Object.entries(SETUP_WORDS).filter(isShown)) as Omit<typeof SETUP_WORDS, Printed>

export const MESSAGES = {
  ...SHOWN,
  "setup.title": { es: "Instalación del equipo", pt: "Instalação do equipamento", en: "Setting up this box" },
  "setup.name": {
    es: "Este equipo no se llama {name}",
    pt: "Este equipamento não se chama {name}",
    en: "This box is not called {name}",
  },
  "setup.name.how": {
    es: "Abra esta página por la dirección del equipo, por ejemplo http://192.168.1.20:8090/setup: la muestra el router. Para usar un nombre, inicie el equipo con --public-url.",
    pt: "Abra esta página pelo endereço do equipamento, por exemplo http://192.168.1.20:8090/setup: o roteador o mostra. Para usar um nome, inicie o equipamento com --public-url.",
    en: "Open this page by the box's address, such as http://192.168.1.20:8090/setup: the router shows it. To use a name, start the box with --public-url.",
  },
  "setup.claim": { es: "Código de este equipo", pt: "Código deste equipamento", en: "Code of this box" },
  "setup.claim.how": {
    es: "En la central, en «Asignar un equipo», alguien da este código a la tienda. También se puede leer el QR.",
    pt: "Na central, em “Atribuir um equipamento”, alguém dá este código à loja. Também dá para ler o QR.",
    en: "Enter this code at the back office under “Claim a box”, or scan the QR code.",
  },
  "setup.claim.until": { es: "Vale hasta las {time}", pt: "Vale até {time}", en: "Good until {time}" },
  "setup.print.claim": { es: "Imprimir el código", pt: "Imprimir o código", en: "Print the code" },
  "setup.loading": {
    es: "Recibe lo de su tienda: {applied} de {head}",
    pt: "Recebe o que é da loja: {applied} de {head}",
    en: "It is receiving its store: {applied} of {head}",
  },
  "setup.checks": { es: "Lo que funciona", pt: "O que funciona", en: "What works" },
  "setup.checking": { es: "Mirando…", pt: "Olhando…", en: "Checking…" },
  "setup.again": { es: "Mirar otra vez", pt: "Olhar de novo", en: "Check again" },
  "setup.print.certificate": {
    es: "Imprimir el certificado",
    pt: "Imprimir o certificado",
    en: "Print the certificate",
  },
  "setup.printed": { es: "Va a la impresora.", pt: "Vai para a impressora.", en: "It is going to the printer." },
  "setup.here": { es: "Seguir en esta pantalla", pt: "Continuar nesta tela", en: "Continue at this screen" },
  "setup.ready": {
    es: "El equipo puede vender. Para seguir aquí con impresoras, pantallas y personal, imprima el certificado y escriba su código.",
    pt: "O equipamento pode vender. Para continuar aqui com impressoras, telas e equipe, imprima o certificado e digite o código dele.",
    en: "The box can sell. To go on here with printers, screens and people, print the certificate and type its code.",
  },
  "setup.here.console": {
    es: "Sin impresora: el código está en el registro del equipo, o lo da «brasa appliance pair» en él.",
    pt: "Sem impressora: o código está no registro do equipamento, ou «brasa appliance pair» o dá nele.",
    en: "Without a printer: the code is in the box's log, or `brasa appliance pair` on the machine gives one.",
  },
  "setup.step": { es: "{n}. {step}", pt: "{n}. {step}", en: "{n}. {step}" },
  "setup.step.printers": { es: "Impresoras", pt: "Impressoras", en: "Printers" },
  "setup.step.screens": { es: "Pantallas", pt: "Telas", en: "Screens" },
  "setup.step.people": { es: "Personal", pt: "Equipe", en: "People" },
  "setup.step.certificate": { es: "Certificado", pt: "Certificado", en: "Certificate" },
  "setup.back": { es: "Atrás", pt: "Voltar", en: "Back" },
  "setup.next": { es: "Siguiente: {step}", pt: "Próximo: {step}", en: "Next: {step}" },
  "setup.certificate": { es: "Certificado de {store}", pt: "Certificado de {store}", en: "Certificate of {store}" },
  "setup.leave": { es: "Antes de irse", pt: "Antes de ir embora", en: "Before you leave" },
  "setup.leave.text": {
    es: "Esta pantalla es ahora de gerencia. Si es suya y no de la tienda, conecte primero la del gerente y luego desconecte esta.",
    pt: "Esta tela agora é de gerência. Se ela é sua e não da loja, conecte primeiro a do gerente e depois desconecte esta.",
    en: "This screen is a manager's now. If it is yours and not the store's, pair the manager's own first, then disconnect this one.",
  },
  "setup.manage": { es: "Abrir la página del gerente", pt: "Abrir a página do gerente", en: "Open the manager's page" },
} as const
