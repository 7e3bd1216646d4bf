import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resident memory of a process; Linux only. */

export const canReadMemory = process.platform === 'linux'

export function residentMiB(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kibibytes ?? 0) / 1024
}

const lookMs = 50

/** The most memory the process had while `work` ran. */
export async function peakResidentMiB(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = residentMiB(pid)
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      peak = Math.max(peak, residentMiB(pid))
      await sleep(lookMs)
    }
  })()
  try {
    await work
  } finally {
    isRunning = false
    await watching
  }
  return peak
}
