// Adds the prediction to the residual, in place (RFC 9639 sections 9.2.5 and 9.2.6). Doubles hold every intermediate
// sum exactly: 33-bit samples x 15-bit coefficients x 32 taps need 53 bits. Unrolled, because this loop and the Rice
// decoder are where the time of a FLAC file goes; unused taps are zero.

/** Zeros in front of the samples, so that the kernels may look back over unused taps. */
export const headroom = 32

type Kernel = (x: Float64Array, from: number, to: number, taps: Float64Array, scale: number) => void

const predict4: Kernel = (x, from, to, taps, scale) => {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = taps
  let x0 = x[from - 1] ?? 0
  let x1 = x[from - 2] ?? 0
  let x2 = x[from - 3] ?? 0
  let x3 = x[from - 4] ?? 0
  for (let i = from; i < to; i++) {
    const y = (x[i] ?? 0) + Math.floor((c0 * x0 + c1 * x1 + (c2 * x2 + c3 * x3)) * scale)
    x[i] = y
    x3 = x2
    x2 = x1
    x1 = x0
    x0 = y
  }
}

const predict8: Kernel = (x, from, to, taps, scale) => {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0] = taps
  let x0 = x[from - 1] ?? 0
  let x1 = x[from - 2] ?? 0
  let x2 = x[from - 3] ?? 0
  let x3 = x[from - 4] ?? 0
  let x4 = x[from - 5] ?? 0
  let x5 = x[from - 6] ?? 0
  let x6 = x[from - 7] ?? 0
  let x7 = x[from - 8] ?? 0
  for (let i = from; i < to; i++) {
    const far = c4 * x4 + c5 * x5 + (c6 * x6 + c7 * x7)
    const y = (x[i] ?? 0) + Math.floor((far + (c3 * x3 + c2 * x2) + c1 * x1 + c0 * x0) * scale)
    x[i] = y
    x7 = x6
    x6 = x5
    x5 = x4
    x4 = x3
    x3 = x2
    x2 = x1
    x1 = x0
    x0 = y
  }
}

/** Orders 9 to 32: the nearest eight taps as above, the farther ones in steps of four. */
const predict32: Kernel = (x, from, to, taps, scale) => {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0] = taps
  const order = taps.length
  for (let i = from; i < to; i++) {
    let far = 0
    for (let tap = 8; tap < order; tap += 4) {
      const back = i - tap
      far +=
        (taps[tap] ?? 0) * (x[back - 1] ?? 0) +
        (taps[tap + 1] ?? 0) * (x[back - 2] ?? 0) +
        ((taps[tap + 2] ?? 0) * (x[back - 3] ?? 0) + (taps[tap + 3] ?? 0) * (x[back - 4] ?? 0))
    }
    far += c7 * (x[i - 8] ?? 0) + c6 * (x[i - 7] ?? 0) + (c5 * (x[i - 6] ?? 0) + c4 * (x[i - 5] ?? 0))
    const near = c3 * (x[i - 4] ?? 0) + c2 * (x[i - 3] ?? 0) + c1 * (x[i - 2] ?? 0) + c0 * (x[i - 1] ?? 0)
    x[i] = (x[i] ?? 0) + Math.floor((far + near) * scale)
  }
}

/** `coefficients[0]` belongs to the sample just before; `from` and `to` are places in `x`, headroom included. */
export function addPrediction(
  x: Float64Array,
  range: { from: number; to: number },
  coefficients: readonly number[],
  shift: number,
): void {
  const taps = new Float64Array(Math.ceil(coefficients.length / 4) * 4)
  taps.set(coefficients)
  const kernel = taps.length <= 4 ? predict4 : taps.length <= 8 ? predict8 : predict32
  kernel(x, range.from, range.to, taps, 2 ** -shift)
}
