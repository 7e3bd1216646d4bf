// True peak, ITU-R BS.1770-4 Annex 2: the maximum between the samples, found by the polyphase interpolator printed
// there (4 phases of 12 taps). From 80 kHz on two phases are dense enough, from 160 kHz on the samples themselves.
//
// The interpolator cannot answer more than the largest input times the sum of its absolute coefficients. A stretch
// whose samples stay below the present maximum divided by that sum is therefore skipped: same result, less work.

const outer = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
  -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
]
const inner = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
]
const taps = 12
const history = taps - 1
const stretchFrames = 32
const outerGain = outer.reduce((sum, tap) => sum + Math.abs(tap), 0)
const innerGain = inner.reduce((sum, tap) => sum + Math.abs(tap), 0)
const maxGain = Math.max(outerGain, innerGain)

type Interpolate = (x: Float32Array, from: number, to: number) => number

/** The largest absolute value of one filter and of its mirror image, which is the phase on the other side. */
function interpolator(filter: readonly number[]): Interpolate {
  const [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0, h8 = 0, h9 = 0, h10 = 0, h11 = 0] = filter
  return (x, from, to) => {
    let peak = 0
    for (let i = from; i < to; i++) {
      const a0 = x[i] ?? 0
      const a1 = x[i + 1] ?? 0
      const a2 = x[i + 2] ?? 0
      const a3 = x[i + 3] ?? 0
      const a4 = x[i + 4] ?? 0
      const a5 = x[i + 5] ?? 0
      const a6 = x[i + 6] ?? 0
      const a7 = x[i + 7] ?? 0
      const a8 = x[i + 8] ?? 0
      const a9 = x[i + 9] ?? 0
      const a10 = x[i + 10] ?? 0
      const a11 = x[i + 11] ?? 0
      const one =
        h0 * a0 +
        h1 * a1 +
        h2 * a2 +
        (h3 * a3 + h4 * a4 + h5 * a5) +
        (h6 * a6 + h7 * a7 + h8 * a8) +
        (h9 * a9 + h10 * a10 + h11 * a11)
      const two =
        h11 * a0 +
        h10 * a1 +
        h9 * a2 +
        (h8 * a3 + h7 * a4 + h6 * a5) +
        (h5 * a6 + h4 * a7 + h3 * a8) +
        (h2 * a9 + h1 * a10 + h0 * a11)
      peak = Math.max(peak, Math.abs(one), Math.abs(two))
    }
    return peak
  }
}
const interpolateOuter = interpolator(outer)
const interpolateInner = interpolator(inner)

function largest(x: Float32Array, from: number, to: number): number {
  let peak = 0
  for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(x[i] ?? 0))
  return peak
}

function peakChannel(maxFrames: number, phases: 0 | 2 | 4) {
  // The last samples of the block before stand in front of the new ones.
  const window = new Float32Array(history + maxFrames)
  return (plane: Float32Array, frames: number, known: number): number => {
    let peak = known
    window.set(frames === plane.length ? plane : plane.subarray(0, frames), history)
    for (let from = 0; from < frames; from += stretchFrames) {
      const to = Math.min(frames, from + stretchFrames)
      // The filter looks back over 11 samples, so they count too.
      const reach = largest(window, from, history + to)
      peak = Math.max(peak, reach)
      if (phases === 0 || reach * maxGain <= peak) continue
      if (reach * innerGain > peak) peak = Math.max(peak, interpolateInner(window, from, to))
      if (phases === 4 && reach * outerGain > peak) peak = Math.max(peak, interpolateOuter(window, from, to))
    }
    window.copyWithin(0, frames, frames + history)
    return peak
  }
}

const phasesAt = (sampleRate: number): 0 | 2 | 4 => (sampleRate >= 160_000 ? 0 : sampleRate >= 80_000 ? 2 : 4)

export function truePeakMeter(sampleRate: number, channels: number, maxFrames: number) {
  const meters = Array.from({ length: channels }, () => peakChannel(maxFrames, phasesAt(sampleRate)))
  let peak = 0
  return {
    add(planes: readonly Float32Array[], frames: number): void {
      for (const [channel, meter] of meters.entries()) {
        const plane = planes[channel]
        if (plane) peak = meter(plane, frames, peak)
      }
    },
    /** dBTP; undefined when every sample is zero. */
    dbtp: (): number | undefined => (peak === 0 ? undefined : 20 * Math.log10(peak)),
  }
}
