// The length of a file is only known at its end (headers lie), and memory must not grow with it: fine slices are
// merged in pairs whenever they run out, and at the end put together to the published ones.
const slices = 800
const fineSlices = slices * 32

export function waveformMeter() {
  const fine = new Float32Array(fineSlices)
  let span = 1
  let index = 0
  let filled = 0

  const halve = (): void => {
    for (let i = 0; i < fineSlices / 2; i++) fine[i] = Math.max(fine[2 * i] ?? 0, fine[2 * i + 1] ?? 0)
    fine.fill(0, fineSlices / 2)
    index = fineSlices / 2
    span *= 2
  }

  return {
    add(planes: readonly Float32Array[], frames: number): void {
      for (let from = 0; from < frames; ) {
        if (index === fineSlices) halve()
        const to = Math.min(frames, from + span - filled)
        let level = fine[index] ?? 0
        for (const plane of planes) {
          for (let i = from; i < to; i++) level = Math.max(level, Math.abs(plane[i] ?? 0))
        }
        fine[index] = level
        filled += to - from
        from = to
        if (filled === span) {
          filled = 0
          index++
        }
      }
    },
    /** Up to 800 levels from 0 to 255. */
    peaks(): number[] {
      const used = filled === 0 ? index : index + 1
      const count = Math.min(slices, used)
      return Array.from({ length: count }, (_, slice) => {
        const from = Math.floor((slice * used) / count)
        const to = Math.floor(((slice + 1) * used) / count)
        return Math.round(255 * Math.min(1, Math.max(...fine.subarray(from, to))))
      })
    },
  }
}
