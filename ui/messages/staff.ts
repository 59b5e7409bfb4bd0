/** Words of every page at which people sign in: the PIN, and why it was not enough. */
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
  "staff.erase": { es: "Borrar un dígito", pt: "Apagar um dígito", en: "Erase a digit" },
  "staff.lockedUntil": {
    es: "Se puede probar de nuevo a las {time}.",
    pt: "Pode tentar de novo às {time}.",
    en: "The next try is at {time}.",
  },
  "refusal.PIN_WRONG": {
    es: "Nadie en esta tienda tiene ese PIN. Escríbalo de nuevo.",
    pt: "Ninguém nesta loja tem esse PIN. Digite de novo.",
    en: "Nobody in this store has this PIN. Type it again.",
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
