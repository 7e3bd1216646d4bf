import { useEffect, useState } from 'react'
import type { Sending } from '../../delivery/uploading/upload-queue.ts'

const tickMs = 250
/** Parts take about a second, and `fetch` reports only whole ones. */
const partMs = 1_000

/** A file on its way to the hub. */
export interface SentFile {
  readonly size: number
  readonly hasArrived: boolean
  readonly sending?: Sending | undefined
}

/**
 * Bytes as they go, between what is known at the end of each part: as fast as before, and never beyond what the next
 * part can contain.
 */
export function useSentBytes({ hasArrived, size, sending }: SentFile): number {
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
