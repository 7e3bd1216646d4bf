/** RFC 3339 instants, read by hand: Date.parse takes a 30th of February and days without a time. */

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** Milliseconds since the epoch, or undefined when `text` is no instant. A leap second counts as the second after it. */
export function parseInstant(text: string): number | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const part = (index: number): number => Number(match[index])
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const offset = offsetMinutes(match)
  if (offset === undefined) return undefined
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  return Date.UTC(year, month - 1, day, hour, minute - offset, second, milliseconds)
}

function offsetMinutes([, , , , , , , , sign, hours, minutes]: RegExpExecArray): number | undefined {
  if (sign === undefined) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
