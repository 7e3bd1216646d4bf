/** How English counts and joins. */

/** 10268 -> "10,268". */
export const figure = (value: number): string => new Intl.NumberFormat('en').format(value)

export const count = (value: number, one: string, many: string): string =>
  `${figure(value)} ${value === 1 ? one : many}`

export const signed = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}`

export const list = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)

/** Fixes of the hub follow a colon elsewhere, so they begin with a small letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
