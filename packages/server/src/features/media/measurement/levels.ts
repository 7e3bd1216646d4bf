// One pass over the samples for silence at both ends and clipped runs.

/** What stays below this (-60 dBFS) counts as silence. */
export const silenceLevel = 0.001
const clippedRunFrames = 3

function firstAbove(plane: Float32Array, frames: number, level: number): number {
  for (let i = 0; i < frames; i++) if (Math.abs(plane[i] ?? 0) > level) return i
  return -1
}
function lastAbove(plane: Float32Array, frames: number, level: number): number {
  for (let i = frames - 1; i >= 0; i--) if (Math.abs(plane[i] ?? 0) > level) return i
  return -1
}

export function silenceMeter() {
  let first = -1
  let last = -1
  let total = 0
  return {
    add(planes: readonly Float32Array[], frames: number): void {
      for (const plane of planes) {
        const from = first === -1 || first >= total ? firstAbove(plane, frames, silenceLevel) : -1
        if (from !== -1) first = first === -1 ? total + from : Math.min(first, total + from)
        const to = lastAbove(plane, frames, silenceLevel)
        if (to !== -1) last = Math.max(last, total + to)
      }
      total += frames
    },
    /** Frames; a file without any sound is silent from both ends. */
    result: () => ({
      silent: first === -1,
      leadingFrames: first === -1 ? total : first,
      trailingFrames: total - 1 - last,
    }),
  }
}

/** Runs of three or more samples at full scale: a single one is a legal peak, a run is a cut-off top. */
export function clippingMeter(channels: number, fullScale: number) {
  const runs = new Float64Array(channels)
  let clipped = 0
  let longest = 0
  const endRun = (run: number): void => {
    if (run >= clippedRunFrames) {
      clipped += run
      longest = Math.max(longest, run)
    }
  }
  return {
    add(planes: readonly Float32Array[], frames: number): void {
      for (const [channel, plane] of planes.entries()) {
        let run = runs[channel] ?? 0
        for (let i = 0; i < frames; i++) {
          if (Math.abs(plane[i] ?? 0) >= fullScale) run++
          else if (run !== 0) {
            endRun(run)
            run = 0
          }
        }
        runs[channel] = run
      }
    },
    result(): { clippedSamples: number; longestClippedRun: number } {
      for (const run of runs) endRun(run)
      runs.fill(0)
      return { clippedSamples: clipped, longestClippedRun: longest }
    },
  }
}
