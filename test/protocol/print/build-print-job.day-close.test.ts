import { expect, test } from "vitest"
import { buildPrintJob, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"

function dayClose(width: PaperWidth, locale: string, keyWidth?: number) {
  return buildPrintJob({
    jobId: "0190a000-0000-7000-8000-000000000001",
    template: seedTemplate(seeds.day_close),
    subject: { kind: "storeDay", countryCode: "EC", storeId: "s1", businessDayDate: "2026-11-21" },
    data: samples.day_close,
    manner: { locale, currencyCode: "USD", timeZone: "America/Guayaquil" },
    printer: { width, keyWidth, copies: 2 },
    freshness: { fiscal: "none", isCancelled: false, asOf: "2026-11-22T04:12:00Z" },
  })
}

test("at 32 columns, in Spanish", () => {
  expect(dayClose(32, "es-EC").paper.plainText).toMatchInlineSnapshot(`
    "         La Brasa Ñuñoa
        Asados del Ecuador S.A.
        Id. fiscal 1790012345001

             CIERRE DEL DÍA
    ================================
    Día de operación      21/11/2026
    Apertura        21/11/2026 07:30
    Cierre          21/11/2026 23:12
    Importes en                  USD
    --------------------------------
    TOTALES
    Transacciones                187
    Ventas brutas           2.437,70
    Descuentos                 31,25
    Impuestos                 317,95
    Envíos                     22,50
    Propinas                   58,40
    Ventas netas           $2.061,35
    Ticket promedio            13,04
    Hora pico 13:00-13:59     531,03
    --------------------------------
    IMPUESTOS
    IVA 15%                   317,95
    IVA 0%                      0,00
    --------------------------------
    MEDIOS DE PAGO
    Efectivo         96       984,05
    Tarjeta de       71     1.123,65
    crédito
    Enlace de        20       330,00
    pago
    --------------------------------
    CANALES
    Mostrador       121     1.521,00
    Kiosco           46       586,70
    Web              20       330,00
    --------------------------------
    ANULACIONES DEL DÍA
    Anuladas          3        41,25
    Cerradas sin      1         6,50
    cobro
    Devoluciones      2        50,48
    Enlace de
    pago
    --------------------------------
    LLEGÓ TRAS EL CIERRE
    No está en las cifras de arriba.
    Ventas brutas     2        13,00
    USD
      Tarjeta         2        13,00
      Anuladas        1         6,50
    --------------------------------
    CIERRES DE CAJA
    María José Peña  07:30-15:30 USD
      Fondo inicial           100,00
      Ventas en efectivo      562,05
      Retiros                 350,00
      Esperado                312,05
      Contado                 312,05
      Cuadra                    0,00
    João Gonçalves   15:30-23:05 USD
      Fondo inicial           100,00
      Ventas en efectivo      422,00
      Retiros                 200,00
      Esperado                322,00
      Contado                 319,75
      Faltante                 -2,25
    Rosa Peñafiel     18:40-     USD
      Fondo inicial            50,00
      Sin contar
    ================================
    Pedidos / cobros       191 / 195
    Certificado  9f3a 02c7 b1d4 58e6


    Firma: ____________________
    "
  `)
})

test("at 42 columns, in Portuguese", () => {
  expect(dayClose(42, "pt-BR").paper.plainText).toMatchInlineSnapshot(`
    "             La Brasa Ñuñoa
             Asados del Ecuador S.A.
             Id. fiscal 1790012345001

                FECHAMENTO DO DIA
    ==========================================
    Dia de operação                 21/11/2026
    Abertura                  21/11/2026 07:30
    Fechamento                21/11/2026 23:12
    Valores em                             USD
    ------------------------------------------
    TOTAIS
    Transações                             187
    Vendas brutas                     2.437,70
    Descontos                            31,25
    Impostos                            317,95
    Entregas                             22,50
    Gorjetas                             58,40
    Vendas líquidas                  $2.061,35
    Tíquete médio                        13,04
    Hora de pico 13:00-13:59            531,03
    ------------------------------------------
    IMPOSTOS
    IVA 15%                             317,95
    IVA 0%                                0,00
    ------------------------------------------
    FORMAS DE PAGAMENTO
    Dinheiro                   96       984,05
    Cartão de crédito          71     1.123,65
    Link de pagamento          20       330,00
    ------------------------------------------
    CANAIS
    Balcão                    121     1.521,00
    Totem                      46       586,70
    Web                        20       330,00
    ------------------------------------------
    CANCELAMENTOS DO DIA
    Canceladas                  3        41,25
    Fechadas sem cobrança       1         6,50
    Devoluções Link de          2        50,48
    pagamento
    ------------------------------------------
    CHEGOU APÓS O FECHAMENTO
    Não está nos valores acima.
    Vendas brutas USD           2        13,00
      Cartão                    2        13,00
      Canceladas                1         6,50
    ------------------------------------------
    FECHAMENTOS DE CAIXA
    María José Peña            07:30-15:30 USD
      Fundo de troco                    100,00
      Vendas em dinheiro                562,05
      Sangrias                          350,00
      Esperado                          312,05
      Contado                           312,05
      Confere                             0,00
    João Gonçalves             15:30-23:05 USD
      Fundo de troco                    100,00
      Vendas em dinheiro                422,00
      Sangrias                          200,00
      Esperado                          322,00
      Contado                           319,75
      Falta                              -2,25
    Rosa Peñafiel               18:40-     USD
      Fundo de troco                     50,00
      Sem contagem
    ==========================================
    Pedidos / pagamentos             191 / 195
    Certificado            9f3a 02c7 b1d4 58e6


    Assinatura: ____________________
    "
  `)
})

test("at 48 columns, in English", () => {
  expect(dayClose(48, "en-US").paper.plainText).toMatchInlineSnapshot(`
    "                 La Brasa Ñuñoa
                Asados del Ecuador S.A.
                  Tax id 1790012345001

                       DAY CLOSE
    ================================================
    Business day                          2026-11-21
    Opened                          2026-11-21 07:30
    Closed                          2026-11-21 23:12
    Amounts in                                   USD
    ------------------------------------------------
    TOTALS
    Transactions                                 187
    Gross sales                             2,437.70
    Discounts                                  31.25
    Taxes                                     317.95
    Delivery                                   22.50
    Tips                                       58.40
    Net sales                              $2,061.35
    Average ticket                             13.04
    Peak hour 13:00-13:59                     531.03
    ------------------------------------------------
    TAXES
    IVA 15%                                   317.95
    IVA 0%                                      0.00
    ------------------------------------------------
    PAYMENT METHODS
    Cash                             96       984.05
    Credit card                      71     1,123.65
    Payment link                     20       330.00
    ------------------------------------------------
    CHANNELS
    Counter                         121     1,521.00
    Kiosk                            46       586.70
    Web                              20       330.00
    ------------------------------------------------
    CANCELLATIONS OF THE DAY
    Cancelled                         3        41.25
    Closed unpaid                     1         6.50
    Refunds Payment link              2        50.48
    ------------------------------------------------
    ARRIVED AFTER THE CLOSE
    Not in the figures above.
    Gross sales USD                   2        13.00
      Card                            2        13.00
      Cancelled                       1         6.50
    ------------------------------------------------
    CASH CLOSES
    María José Peña                  07:30-15:30 USD
      Float                                   100.00
      Cash sales                              562.05
      Withdrawals                             350.00
      Expected                                312.05
      Counted                                 312.05
      Matches                                   0.00
    João Gonçalves                   15:30-23:05 USD
      Float                                   100.00
      Cash sales                              422.00
      Withdrawals                             200.00
      Expected                                322.00
      Counted                                 319.75
      Short                                    -2.25
    Rosa Peñafiel                     18:40-     USD
      Float                                    50.00
      Not counted
    ================================================
    Orders / tenders                       191 / 195
    Certificate                  9f3a 02c7 b1d4 58e6


    Signature: ____________________
    "
  `)
})
