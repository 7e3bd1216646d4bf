import { availableParallelism } from 'node:os'
import { isInstalled, runCommand } from './command.ts'

/** The numbers of the cores that there are, as this process may use them when it starts. */
const all = Array.from({ length: availableParallelism() }, (_, number) => number)

/** The first half of the cores, for what is measured, and the others, for what sends requests to it. */
export const halves = { measured: all.slice(0, all.length / 2), asking: all.slice(all.length / 2) } as const

export const canPin = process.platform === 'linux' && all.length > 1 && isInstalled('taskset', '--version')

/** Every thread of a process, and whatever it starts from now on, runs on these cores only. */
export async function pin(pid: number, cores: readonly number[] = all): Promise<void> {
  await runCommand('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)])
}
