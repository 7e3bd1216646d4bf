import { silenceLevel } from './levels.ts'

/** Compares left with right: the same samples, the same with the sign turned, or sound on one side only? */
export function stereoMeter(channels: number) {
  const left = channelMeter()
  const right = channelMeter()
  let same = channels === 2
  let product = 0
  return {
    add(planes: readonly Float32Array[], frames: number): void {
      const [l, r] = planes
      if (channels !== 2 || !l || !r) return
      left.add(l, frames)
      right.add(r, frames)
      for (let i = 0; i < frames; i++) {
        const a = l[i] ?? 0
        const b = r[i] ?? 0
        product += a * b
        if (a !== b) same = false
      }
    },
    result() {
      const [l, r] = [left.result(), right.result()]
      return {
        dualMono: same,
        correlation:
          l.energy > 0 && r.energy > 0 ? Math.max(-1, Math.min(1, product / Math.sqrt(l.energy * r.energy))) : null,
        silentChannel: l.isSilent === r.isSilent ? null : l.isSilent ? ('left' as const) : ('right' as const),
        dcOffset: Math.max(l.offset, r.offset),
      }
    },
  }
}

function channelMeter() {
  let energy = 0
  let sum = 0
  let peak = 0
  let total = 0
  return {
    add(plane: Float32Array, frames: number): void {
      for (let i = 0; i < frames; i++) {
        const level = plane[i] ?? 0
        energy += level * level
        sum += level
        peak = Math.max(peak, Math.abs(level))
      }
      total += frames
    },
    result: () => ({ energy, isSilent: peak <= silenceLevel, offset: total > 0 ? Math.abs(sum / total) : 0 }),
  }
}
