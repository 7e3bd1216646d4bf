import { useEffect, useState } from 'react'
import type { FileRow } from '../../../delivery/file-row.ts'

const tickMs = 250
/** Parts take about a second, and `fetch` tells of whole ones only. */
const partMs = 1_000

/**
 * Bytes as they go, between what is known at the end of each part: as fast as before, and never beyond what the next
 * part can have brought.
 */
export function useSentBytes({ hasArrived, size, sending }: FileRow): number {
  const isMoving = sending?.state === 'sending'
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setTick((tick) => tick + 1), tickMs)
    return () => clearInterval(timer)
  }, [isMoving])
  if (hasArrived) return size
  if (!sending) return 0
  if (!isMoving || sending.measuredAtMs === 0) return sending.sentBytes
  const passedMs = Math.min(partMs, performance.now() - sending.measuredAtMs)
  return Math.min(size, sending.sentBytes + (sending.bytesPerSecond * passedMs) / 1_000)
}
