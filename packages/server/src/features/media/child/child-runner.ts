import { existsSync } from 'node:fs'
import type { ChildCode } from './child-files.ts'
import { type ChildWalls, findChildWalls } from './child-walls.ts'
import { type ChildEnd, type ChildLimits, type RunningChild, spawnChild, type TakeOutput } from './spawn-child.ts'

/** Runs children behind the walls of this machine, and ends them all when the hub stops. */
export interface ChildRunner {
  readonly isStopped: boolean
  /** `codeFrom` answers what runs, from the bundle when there is one. */
  run(
    codeFrom: (bundle: string | undefined) => ChildCode,
    fd: number,
    limits: Omit<ChildLimits, 'prefix'>,
  ): Promise<ChildEnd>
  /** The same for several open files and an answer of any length. Rejects with what `take` rejects with. */
  stream(
    codeFrom: (bundle: string | undefined) => ChildCode,
    fds: readonly [number, ...number[]],
    limits: Omit<ChildLimits, 'prefix'>,
    take: TakeOutput,
  ): Promise<ChildEnd>
  /** No child is started any more; those that run are ended. */
  stop(): Promise<void>
}

export function childRunner(findWalls: () => Promise<ChildWalls> = findChildWalls): ChildRunner {
  const running = new Set<RunningChild>()
  let isStopped = false
  const start = async (
    codeFrom: (bundle: string | undefined) => ChildCode,
    fds: readonly [number, ...number[]],
    limits: Omit<ChildLimits, 'prefix'>,
    take?: TakeOutput,
  ): Promise<ChildEnd> => {
    const { prefix, bundle } = await findWalls()
    if (isStopped) return { ended: 'stopped' }
    // Somebody may have cleared it away meanwhile; the file is not to blame.
    const from = bundle !== undefined && existsSync(bundle) ? bundle : undefined
    const child = spawnChild(codeFrom(from), fds, { ...limits, prefix }, take)
    running.add(child)
    try {
      return await child.end
    } finally {
      running.delete(child)
    }
  }
  return {
    get isStopped() {
      return isStopped
    },
    run: (codeFrom, fd, limits) => start(codeFrom, [fd], limits),
    stream: start,
    async stop() {
      isStopped = true
      const ends = [...running].map((child) => {
        child.stop()
        return child.end
      })
      await Promise.allSettled(ends)
    },
  }
}
