/** The texts of each country's fiscal receipt, as its authority requires them. */
import type { FreeForm } from "../shapes/scalars.ts"

export interface FiscalWords {
  readonly sandbox: string
  readonly contingency: readonly string[]
  readonly cancelled: string
  /** The label of the invoice that a credit note voids. */
  readonly voids: string
  /** "NFC-e" keeps its small letter; other titles are printed in capitals. */
  readonly isTitleAsWritten?: boolean
  /** The label of the access key. */
  readonly key?: { readonly name: string; readonly label: string; readonly spaced?: boolean }
  readonly rows: readonly { readonly name: string; readonly label: string }[]
  readonly number?: (countryData: FreeForm) => string
  /** Printed until the authority has returned this identifier. */
  readonly pending?: { readonly without: string; readonly note: string }
}

const SPANISH = { cancelled: "DOCUMENTO ANULADO", voids: "Anula" }

export const WORDS: Readonly<Record<string, FiscalWords>> = {
  EC: {
    ...SPANISH,
    sandbox: "AMBIENTE DE PRUEBAS - SIN VALOR TRIBUTARIO",
    contingency: ["PENDIENTE DE AUTORIZACIÓN DEL SRI"],
    key: { name: "claveAcceso", label: "Clave de acceso", spaced: true },
    rows: [],
  },
  BR: {
    sandbox: "EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL",
    contingency: ["EMITIDA EM CONTINGÊNCIA", "Pendente de autorização"],
    cancelled: "DOCUMENTO CANCELADO",
    voids: "Referente à NFC-e",
    isTitleAsWritten: true,
    key: { name: "chaveAcesso", label: "Chave de acesso", spaced: true },
    rows: [{ name: "protocolo", label: "Protocolo" }],
    number: ({ numero, serie }) => `nº ${numero} série ${serie}`,
  },
  CO: {
    ...SPANISH,
    sandbox: "AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL",
    contingency: ["CONTINGENCIA: PENDIENTE DE TRANSMISIÓN A LA DIAN"],
    key: { name: "cufe", label: "CUFE/CUDE" },
    rows: [{ name: "resolucion", label: "Resolución DIAN" }],
  },
  CL: {
    ...SPANISH,
    sandbox: "DOCUMENTO DE PRUEBA - SIN VALIDEZ TRIBUTARIA",
    contingency: ["PENDIENTE DE ENVÍO AL SII"],
    rows: [],
    number: ({ folio }) => `N° ${folio}`,
  },
  AR: {
    ...SPANISH,
    sandbox: "HOMOLOGACIÓN - SIN VALIDEZ FISCAL",
    contingency: ["CONTINGENCIA: CAE PENDIENTE"],
    rows: [
      { name: "cae", label: "CAE" },
      { name: "fechaVtoCae", label: "Vto. CAE" },
    ],
    pending: { without: "cae", note: "CAE EN TRÁMITE" },
  },
  VE: {
    ...SPANISH,
    sandbox: "DOCUMENTO DE PRUEBA - SIN VALIDEZ FISCAL",
    contingency: ["EMITIDO EN CONTINGENCIA"],
    rows: [{ name: "numeroControl", label: "N° de control" }],
  },
}
