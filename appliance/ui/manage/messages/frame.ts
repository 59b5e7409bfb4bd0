/** Messages: tabs, settings and sign-in of the manager's page. */
import type { Message } from "../../../../ui/translate.ts"

export const FRAME = {
  "manage.nav": { es: "Partes de la gerencia", pt: "Partes da gerência", en: "Sections of the manager's page" },
  "manage.loading": { es: "Leyendo…", pt: "Lendo…", en: "Loading…" },
  "manage.save": { es: "Guardar", pt: "Salvar", en: "Save" },
  "manage.settings": { es: "Ajustes de esta pantalla", pt: "Ajustes desta tela", en: "Settings of this screen" },
  "manage.signOut": { es: "Salir ({name})", pt: "Sair ({name})", en: "Sign out ({name})" },
  "manage.forget": { es: "Desconectar esta pantalla", pt: "Desconectar esta tela", en: "Disconnect this screen" },
  "manage.signInTitle": { es: "Gerencia", pt: "Gerência", en: "Manager" },
  "manage.signInText": {
    es: "Elija su nombre y escriba su PIN. Entran supervisores y gerentes.",
    pt: "Escolha o seu nome e digite o PIN. Entram supervisores e gerentes.",
    en: "Choose your name and type your PIN. Supervisors and managers may enter.",
  },
  "manage.tooLow": {
    es: "{name} no puede ver la gerencia. Entre con el PIN de un supervisor o de un gerente.",
    pt: "{name} não pode ver a gerência. Entre com o PIN de um supervisor ou de um gerente.",
    en: "{name} may not see this page. Sign in with the PIN of a supervisor or a manager.",
  },
  "manage.missed": {
    es: "La última lectura falló; se intenta de nuevo.",
    pt: "A última leitura falhou; tentando de novo.",
    en: "The last update failed and will be tried again.",
  },
  "manage.asOf": {
    es: "Lo que ve es de las {time}.",
    pt: "O que você vê é das {time}.",
    en: "What you see is as of {time}.",
  },
  "tab.today": { es: "Hoy", pt: "Hoje", en: "Today" },
  "tab.devices": { es: "Pantallas", pt: "Telas", en: "Screens" },
  "tab.printers": { es: "Impresoras", pt: "Impressoras", en: "Printers" },
  "tab.spool": { es: "Impresiones", pt: "Impressões", en: "Prints" },
  "tab.close": { es: "Cierre", pt: "Fechamento", en: "Close" },
  "tab.staff": { es: "Personal", pt: "Equipe", en: "Staff" },
  "tab.outageTest": { es: "Simulacro", pt: "Simulado", en: "Outage test" },
} as const satisfies Record<string, Message>
