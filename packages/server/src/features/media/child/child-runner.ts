import type { ChildCode } from './child-files.ts'
import { type ChildWalls, findChildWalls } from './child-walls.ts'
import { type ChildEnd, type ChildLimits, type RunningChild, spawnChild } from './spawn-child.ts'

/** Runs children behind the walls of this machine, and ends them all when the hub stops. */
export interface ChildRunner {
  readonly isStopped: boolean
  run(code: ChildCode, fd: number, limits: Omit<ChildLimits, 'prefix'>): Promise<ChildEnd>
  /** No child is started any more; those that run are ended. */
  stop(): Promise<void>
}

export function childRunner(findWalls: () => Promise<ChildWalls> = findChildWalls): ChildRunner {
  const running = new Set<RunningChild>()
  let isStopped = false
  return {
    get isStopped() {
      return isStopped
    },
    async run(code, fd, limits) {
      const { prefix } = await findWalls()
      if (isStopped) return { ended: 'stopped' }
      const child = spawnChild(code, fd, { ...limits, prefix })
      running.add(child)
      const end = await child.end
      running.delete(child)
      return end
    },
    async stop() {
      isStopped = true
      const ends = [...running].map((child) => {
        child.stop()
        return child.end
      })
      await Promise.all(ends)
    },
  }
}
