/** How English counts and joins. */

export const count = (value: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('en').format(value)} ${value === 1 ? one : many}`

export const signed = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}`

export const list = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
