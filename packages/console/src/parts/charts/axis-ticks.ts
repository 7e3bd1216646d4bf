/** Where an axis from 0 to at least `highest` is marked: steps of 1, 2 or 5 times a power of ten, whole numbers only. */
export function axisTicks(highest: number, marks = 4): number[] {
  const rough = Math.max(1, highest) / marks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
