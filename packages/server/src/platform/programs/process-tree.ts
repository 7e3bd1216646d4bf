import { readdir, readFile } from 'node:fs/promises'

/** The processes below one that the hub started, as Linux shows them. Elsewhere there are none to see. */

const pageBytes = 4096
/** More than that is not looked at: the time limit ends them all. */
const mostProcesses = 1_000

const readProc = (path: string): Promise<string> => readFile(`/proc/${path}`, 'latin1').catch(() => '')

/** The process itself first. */
export async function listTree(pid: number): Promise<number[]> {
  const pids = [pid]
  for (let at = 0; at < pids.length && pids.length < mostProcesses; at++) {
    const tasks = await readdir(`/proc/${pids[at]}/task`).catch(() => [])
    for (const task of tasks) {
      const children = await readProc(`${pids[at]}/task/${task}/children`)
      pids.push(
        ...children
          .split(' ')
          .map(Number)
          .filter((child) => child > 0),
      )
    }
  }
  return pids
}

/** The resident memory of all of them together. */
export async function sumResidentBytes(pid: number): Promise<number> {
  let pages = 0
  for (const each of await listTree(pid)) pages += Number((await readProc(`${each}/statm`)).split(' ')[1] ?? 0)
  return pages * pageBytes
}
