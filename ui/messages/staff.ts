/** Messages of pages with a sign-in: the PIN, and why it was refused. */
import type { Message } from "../translate.ts"

export const STAFF = {
  "staff.pin": { es: "PIN", pt: "PIN", en: "PIN" },
  "staff.signIn": { es: "Entrar", pt: "Entrar", en: "Sign in" },
  "staff.authorise": { es: "Hace falta autorización", pt: "É preciso autorização", en: "Authorisation needed" },
  "staff.authoriseText": {
    es: "Un supervisor o gerente escribe su PIN para permitirlo esta vez.",
    pt: "Um supervisor ou gerente digita o PIN para permitir desta vez.",
    en: "A supervisor or manager types a PIN to allow it this once.",
  },
  "staff.authoriseManager": {
    es: "Un gerente escribe su PIN para permitirlo esta vez.",
    pt: "Um gerente digita o PIN para permitir desta vez.",
    en: "A manager types a PIN to allow it this once.",
  },
  "staff.who": { es: "¿Quién es?", pt: "Quem é?", en: "Who is it?" },
  "staff.other": { es: "Otra persona", pt: "Outra pessoa", en: "Another person" },
  "staff.newPin": { es: "PIN nuevo", pt: "PIN novo", en: "New PIN" },
  "staff.pinAgain": { es: "El PIN otra vez", pt: "O PIN de novo", en: "The PIN again" },
  "staff.pinDiffers": { es: "No es el mismo PIN.", pt: "Não é o mesmo PIN.", en: "This is not the same PIN." },
  "staff.pinHint": { es: "De {digits} a 8 dígitos.", pt: "De {digits} a 8 dígitos.", en: "{digits} to 8 digits." },
  "staff.choosePin": {
    es: "{name}: elija un PIN nuevo",
    pt: "{name}: escolha um PIN novo",
    en: "{name}: choose a new PIN",
  },
  "staff.choosePinText": {
    es: "Quien autoriza a otros necesita un PIN de {digits} dígitos. El suyo tiene menos.",
    pt: "Quem autoriza outras pessoas precisa de um PIN de {digits} dígitos. O seu tem menos.",
    en: "To approve what others do you need a PIN of {digits} digits. Yours has fewer.",
  },
  "staff.savePin": { es: "Guardar el PIN", pt: "Salvar o PIN", en: "Save the PIN" },
  "staff.choosePinLater": { es: "Más tarde", pt: "Mais tarde", en: "Later" },
  "staff.erase": { es: "Borrar un dígito", pt: "Apagar um dígito", en: "Erase a digit" },
  "staff.lockedUntil": {
    es: "Se puede probar de nuevo a las {time}.",
    pt: "Pode tentar de novo às {time}.",
    en: "Try again at {time}.",
  },
  "refusal.PIN_WRONG": {
    es: "Ese no es el PIN de esta persona. Escríbalo de nuevo.",
    pt: "Esse não é o PIN desta pessoa. Digite de novo.",
    en: "This is not the person's PIN. Type it again.",
  },
  "refusal.PIN_LOCKED": {
    es: "Demasiados PIN equivocados. Espere antes de probar otra vez.",
    pt: "PINs errados demais. Espere antes de tentar de novo.",
    en: "Too many wrong PINs. Wait before the next try.",
  },
  "refusal.STAFF_SIGN_IN_REQUIRED": {
    es: "Para esto hay que entrar con un PIN.",
    pt: "Para isso é preciso entrar com um PIN.",
    en: "Sign in with a PIN to do this.",
  },
  "refusal.STAFF_ROLE_TOO_LOW": {
    es: "Su rol no alcanza para esto. Pídalo a alguien con más permisos.",
    pt: "O seu papel não permite isso. Peça a alguém com mais permissões.",
    en: "Your role is not enough for this. Ask somebody who may.",
  },
} as const satisfies Record<string, Message>
