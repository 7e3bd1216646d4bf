import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * SIGKILL for every program that an interrupted run left running: it has the folder of the run in its environment, in
 * its arguments, or as its working directory. Does nothing without /proc.
 */
export function endProgramsOf(folder: string): void {
  for (const pid of listProgramsOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** Except this process. */
export function listProgramsOf(folder: string): number[] {
  const pids = readOrNothing(() => readdirSync('/proc').join(' ')).split(' ')
  return pids
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => pid !== process.pid && isOf(folder, pid))
}

const isOf = (folder: string, pid: number): boolean =>
  [
    () => readFileSync(`/proc/${pid}/environ`, 'latin1'),
    () => readFileSync(`/proc/${pid}/cmdline`, 'latin1'),
    () => readlinkSync(`/proc/${pid}/cwd`),
  ].some((read) => readOrNothing(read).includes(folder))

/** Empty for a program that has ended, or of another user. */
function readOrNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
