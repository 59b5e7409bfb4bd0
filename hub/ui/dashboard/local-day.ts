/** The date `YYYY-MM-DD` in the browser's time zone. UTC may already have the next day. Pure. */
export function localDay(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((figure) => String(figure).padStart(2, "0"))
  return `${moment.getFullYear()}-${month}-${day}`
}
