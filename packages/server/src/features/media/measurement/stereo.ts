/** Compares left with right: the same samples, or the same with the sign turned? */
export function stereoMeter(channels: number) {
  let same = channels === 2
  let left = 0
  let right = 0
  let product = 0
  return {
    add(planes: readonly Float32Array[], frames: number): void {
      const [l, r] = planes
      if (channels !== 2 || !l || !r) return
      for (let i = 0; i < frames; i++) {
        const a = l[i] ?? 0
        const b = r[i] ?? 0
        left += a * a
        right += b * b
        product += a * b
        if (a !== b) same = false
      }
    },
    result: () => ({
      dualMono: same,
      correlation: left > 0 && right > 0 ? Math.max(-1, Math.min(1, product / Math.sqrt(left * right))) : null,
    }),
  }
}
