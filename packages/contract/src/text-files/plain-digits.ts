/** Digits of any script (`٢٠٢٦`, `२०२६`, `２０２６`) as those of ASCII. Other characters stay. */
export const toPlainDigits = (text: string): string =>
  // Nearly every text.
  /^\p{ASCII}*$/u.test(text) ? text : text.replaceAll(/\p{Nd}/gu, (digit) => String(numberOf(digit)))

/** Unicode has the digits of a script in a row, from zero to nine (The Unicode Standard, section 4.6). */
function numberOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}
