import type { Emit } from '../../deliver/deliver-events.ts'
import { formatCount, formatNumber, formatWait } from '../../output/format-units.ts'

/** Reports the progress of many files, one line at a time. A catalog has too many files for a table. */

const betweenLinesMs = 10_000

/** `now` is milliseconds of any clock that does not go back. */
export function countFiles(emit: Emit, total: number, now: () => number): Emit {
  const beganAtMs = now()
  let toldAtMs = beganAtMs
  let done = 0
  return (event) => {
    emit(event)
    if (event.type !== 'checked' && event.type !== 'failed') return
    done += 1
    if (done === total || now() - toldAtMs < betweenLinesMs) return
    toldAtMs = now()
    const leftMs = ((toldAtMs - beganAtMs) / done) * (total - done)
    emit({
      type: 'note',
      text: `${formatNumber(done)} of ${formatCount(total, 'file')} sent and checked, about ${formatWait(leftMs)} left`,
    })
  }
}
