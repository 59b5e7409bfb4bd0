/** Fiscal numbers left per emission point, and why none can be given. */
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { Icon } from "../../../ui/icons.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

export function NumbersCard({ fiscal }: Pick<StoreState, "fiscal">) {
  const { t } = useLanguage()
  const short = fiscal.points.some(({ state }) => state !== "fine")
  return (
    <Card title={t("numbers.title")} tone={fiscal.is === "failing" || short ? "bad" : undefined}>
      {fiscal.is === "off" && <p>{t("numbers.off")}</p>}
      {fiscal.reason && (
        <p className="bad">
          <Icon name="alert" size={18} /> {t("numbers.failing")} {fiscal.reason}
        </p>
      )}
      {fiscal.points.length > 0 && (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">{t("numbers.point")}</th>
              <th scope="col">{t("numbers.last")}</th>
              <th scope="col">{t("numbers.left")}</th>
            </tr>
          </thead>
          <tbody>
            {fiscal.points.map(({ point, documentType, operation, last, left, state }) => (
              <tr key={`${point} ${operation}`}>
                <th scope="row">
                  {point} <small>{t(`numbers.${operation}`, { type: documentType })}</small>
                </th>
                <td className="figures">{last ?? "—"}</td>
                <td className={state === "fine" ? "figures" : "figures bad"}>
                  {left} {state !== "fine" && <small>{t(`numbers.${state}`)}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
