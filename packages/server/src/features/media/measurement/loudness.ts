import { weightedEnergyMeter } from './k-weighting.ts'

/**
 * Integrated loudness, ITU-R BS.1770-4: 400 ms blocks overlapping by 75 %, gated at -70 LUFS and then at 10 LU below
 * the loudness of what is left. Blocks are kept in a histogram of 0.01 LU, so memory does not grow with the duration:
 * energies inside a bin are summed exactly, only the place of the relative gate is rounded to the bin.
 */

const lowest = -70
const binsPerLu = 100
const bins = 100 * binsPerLu

/** Weights of BS.1770-4 table 3 in the WAV channel order; the low-frequency channel is not counted. */
function weightsOf(channels: number): readonly number[] {
  if (channels === 5) return [1, 1, 1, 1.41, 1.41]
  if (channels === 6) return [1, 1, 1, 0, 1.41, 1.41]
  return Array.from({ length: channels }, () => 1)
}

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power)

/** The mean power of all blocks from `firstBin` on; undefined when there are none. */
function meanPower(sums: Float64Array, counts: Float64Array, firstBin: number): number | undefined {
  let sum = 0
  let count = 0
  for (let bin = firstBin; bin < bins; bin++) {
    sum += sums[bin] ?? 0
    count += counts[bin] ?? 0
  }
  return count === 0 ? undefined : sum / count
}

const binOf = (loudness: number): number => Math.max(0, Math.min(bins - 1, Math.floor((loudness - lowest) * binsPerLu)))

export function loudnessMeter(sampleRate: number, channels: number) {
  const weights = weightsOf(channels)
  const weightedEnergy = weightedEnergyMeter(sampleRate)
  const states = weights.map(() => new Float64Array(4))
  const stepFrames = Math.max(1, Math.round(sampleRate / 10))
  const steps = new Float64Array(4)
  const sums = new Float64Array(bins)
  const counts = new Float64Array(bins)
  let stepsDone = 0
  let inStep = 0

  const finishStep = (): void => {
    stepsDone++
    inStep = 0
    if (stepsDone >= 4) {
      const power = ((steps[0] ?? 0) + (steps[1] ?? 0) + (steps[2] ?? 0) + (steps[3] ?? 0)) / (4 * stepFrames)
      const loudness = loudnessOf(power)
      if (loudness > lowest) {
        const bin = binOf(loudness)
        sums[bin] = (sums[bin] ?? 0) + power
        counts[bin] = (counts[bin] ?? 0) + 1
      }
    }
    steps[stepsDone % 4] = 0
  }

  return {
    add(planes: readonly Float32Array[], frames: number): void {
      for (let from = 0; from < frames; ) {
        const to = Math.min(frames, from + stepFrames - inStep)
        let energy = 0
        for (let channel = 0; channel < channels; channel++) {
          const plane = planes[channel]
          const state = states[channel]
          if (plane && state) energy += (weights[channel] ?? 0) * weightedEnergy(plane, from, to, state)
        }
        steps[stepsDone % 4] = (steps[stepsDone % 4] ?? 0) + energy
        inStep += to - from
        from = to
        if (inStep === stepFrames) finishStep()
      }
    },
    /** LUFS; undefined when nothing passed the gates (silence, or shorter than 400 ms). */
    integratedLufs(): number | undefined {
      const ungated = meanPower(sums, counts, 0)
      if (ungated === undefined) return undefined
      const gated = meanPower(sums, counts, binOf(loudnessOf(ungated) - 10))
      return gated === undefined ? undefined : loudnessOf(gated)
    },
  }
}
