/** The states of Brazil: their IBGE codes, and where each lets a consumer look an NFC-e up (the portals that the SEFAZ publish). */

export interface BrazilianState {
  /** cUF, two digits. */
  readonly code: string
  readonly production: string
  readonly sandbox: string
}

const STATES: Readonly<Record<string, BrazilianState>> = {
  RO: state(
    "11",
    "http://www.nfce.sefin.ro.gov.br/consultanfce/consulta.jsp",
    "http://www.nfce.sefin.ro.gov.br/consultanfce/consulta.jsp",
  ),
  AC: state("12", "http://www.sefaznet.ac.gov.br/nfce/qrcode", "http://www.hml.sefaznet.ac.gov.br/nfce/qrcode"),
  AM: state(
    "13",
    "https://sistemas.sefaz.am.gov.br/nfceweb/consultarNFCe.jsp",
    "https://sistemas.sefaz.am.gov.br/nfceweb-hom/consultarNFCe.jsp",
  ),
  RR: state("14", "https://www.sefaz.rr.gov.br/servlet/qrcode", "http://200.174.88.103:8080/nfce/servlet/qrcode"),
  PA: state(
    "15",
    "https://appnfc.sefa.pa.gov.br/portal/view/consultas/nfce/nfceForm.seam",
    "https://appnfc.sefa.pa.gov.br/portal-homologacao/view/consultas/nfce/nfceForm.seam",
  ),
  AP: state("16", "https://www.sefaz.ap.gov.br/nfce/nfcep.php", "https://www.sefaz.ap.gov.br/nfcehml/nfce.php"),
  TO: state("17", "http://www.sefaz.to.gov.br/nfce/qrcode", "http://homologacao.sefaz.to.gov.br/nfce/qrcode"),
  MA: state(
    "21",
    "http://www.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp",
    "http://www.hom.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp",
  ),
  PI: state("22", "http://www.sefaz.pi.gov.br/nfce/qrcode", "http://www.sefaz.pi.gov.br/nfce/qrcode"),
  CE: state(
    "23",
    "http://nfce.sefaz.ce.gov.br/pages/ShowNFCe.html",
    "http://nfceh.sefaz.ce.gov.br/pages/ShowNFCe.html",
  ),
  RN: state("24", "http://nfce.set.rn.gov.br/consultarNFCe.aspx", "http://hom.nfce.set.rn.gov.br/consultarNFCe.aspx"),
  PB: state("25", "http://www.sefaz.pb.gov.br/nfce", "http://www.sefaz.pb.gov.br/nfcehom"),
  PE: state("26", "http://nfce.sefaz.pe.gov.br/nfce/consulta", "http://nfcehomolog.sefaz.pe.gov.br/nfce/consulta"),
  AL: state(
    "27",
    "http://nfce.sefaz.al.gov.br/QRCode/consultarNFCe.jsp",
    "http://nfce.sefaz.al.gov.br/QRCode/consultarNFCe.jsp",
  ),
  SE: state("28", "http://www.nfce.se.gov.br/nfce/qrcode", "http://www.hom.nfe.se.gov.br/nfce/qrcode"),
  BA: state(
    "29",
    "http://nfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx",
    "http://hnfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx",
  ),
  MG: state(
    "31",
    "https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml",
    "https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml",
  ),
  ES: state(
    "32",
    "http://app.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx",
    "http://homologacao.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx",
  ),
  RJ: state(
    "33",
    "https://consultadfe.fazenda.rj.gov.br/consultaNFCe/QRCode",
    "http://www4.fazenda.rj.gov.br/consultaNFCe/QRCode",
  ),
  SP: state("35", "https://www.nfce.fazenda.sp.gov.br/qrcode", "https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode"),
  PR: state("41", "http://www.fazenda.pr.gov.br/nfce/qrcode", "http://www.fazenda.pr.gov.br/nfce/qrcode"),
  SC: state("42", "https://sat.sef.sc.gov.br/nfce/consulta", "https://hom.sat.sef.sc.gov.br/nfce/consulta"),
  RS: state("43", "https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx", "https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx"),
  MS: state("50", "http://www.dfe.ms.gov.br/nfce/qrcode", "http://www.dfe.ms.gov.br/nfce/qrcode"),
  MT: state(
    "51",
    "http://www.sefaz.mt.gov.br/nfce/consultanfce",
    "http://homologacao.sefaz.mt.gov.br/nfce/consultanfce",
  ),
  GO: state(
    "52",
    "https://nfeweb.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe",
    "https://nfewebhomolog.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe",
  ),
  DF: state("53", "http://www.fazenda.df.gov.br/nfce/qrcode", "http://dec.fazenda.df.gov.br/ConsultarNFCe.aspx"),
}

/** Finds a state by its letters or its code: SP, sp, 35. */
export function stateOf(name: unknown): BrazilianState | null {
  const text = String(name ?? "").toUpperCase()
  return STATES[text] ?? Object.values(STATES).find(({ code }) => code === text) ?? null
}

function state(code: string, production: string, sandbox: string): BrazilianState {
  return { code, production, sandbox }
}
