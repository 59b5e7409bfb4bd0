/** The identifiers of a fiscal document in each country, with their meaning. */
export const FISCAL_IDENTIFIERS = {
  BR: {
    chaveAcesso: "access key of 44 digits",
    numero: "number, at most 9 digits",
    serie: "series, at most 3 digits",
    protocolo: "protocol of the authorization, 15 or 17 digits",
    modelo: "65 (NFC-e) or 55 (NF-e)",
  },
  CO: {
    cufe: "code of 96 hexadecimal digits",
    prefijo: "prefix of the range, at most 4 capitals or digits",
    numeroDian: "number of the DIAN's record, at most 20 characters",
    numeroComprobante: "number of the invoice with its prefix, at most 20 characters",
    ambiente: "1 (production) or 2 (tests)",
  },
  EC: {
    claveAcceso: "access key of 49 digits",
    numeroAutorizacion: "number of the authorization",
  },
  CL: {
    folio: "number, at most 10 digits",
    ted: "the stamp, at most 5000 characters",
    tipoDte: "type of the document, as 39",
    trackId: "number of the delivery to the SII, at most 15 digits",
  },
  AR: {
    cae: "authorization code of 14 digits",
    fechaVtoCae: "last day of the CAE, YYYY-MM-DD or YYYYMMDD",
    puntoVenta: "point of sale, at most 5 digits",
    numeroComprobante: "number of the voucher, at most 8 digits",
    tipoComprobante: "code of the voucher, as 6",
  },
  VE: {
    numeroControl: "control number, as 00-00000001",
    numeroFactura: "number of the invoice, at most 20 letters or digits",
    rifEmisor: "RIF of the issuer",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type FiscalIdentifier = {
  [Country in keyof typeof FISCAL_IDENTIFIERS]: keyof (typeof FISCAL_IDENTIFIERS)[Country]
}[keyof typeof FISCAL_IDENTIFIERS]
