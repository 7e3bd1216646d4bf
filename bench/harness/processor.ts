import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second, whatever its clock is. */
const ticksPerSecond = 100

/** Processor time that a process has taken, of all its threads; Linux only. */
export function processorSeconds(pid: number): number {
  // The name of the program may hold anything but this sign.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number)
  return (user + system) / ticksPerSecond
}
