/** The day on the calendar of whoever looks: in the evening of the Americas UTC has tomorrow already. Pure. */
export function localDay(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((figure) => String(figure).padStart(2, "0"))
  return `${moment.getFullYear()}-${month}-${day}`
}
