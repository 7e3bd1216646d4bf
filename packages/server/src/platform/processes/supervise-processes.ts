import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logging/log.ts'
import type { ChildEnd, HubChild } from './fork-child.ts'
import type { ProcessPlace } from './messages.ts'
import type { ProcessPlan } from './plan-processes.ts'

/**
 * Keeps the processes of a plan running: each has a slot, and a process that ends is replaced. A slot whose processes
 * end at once again and again ends the hub.
 */
export interface Supervisor {
  /** Starts all; resolves when they serve. Rejects with `ProcessEndedError` if the first one cannot start. */
  start(): Promise<void>
  /** Resolves with the exit code of the cause if a process cannot be kept running. */
  readonly failed: Promise<number>
  /** Replaces one process after the other. A new process serves before the old one stops. */
  roll(): Promise<void>
  /** Sends all of them a stop; true if all ended well. After `limitMs` they are killed. */
  stop(limitMs: number): Promise<boolean>
  /** Those that run, also while they start or stop. */
  children(): readonly HubChild[]
}

export interface SuperviseOptions {
  readonly plan: ProcessPlan
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly fork: (place: ProcessPlace) => Promise<HubChild>
  /** The wait before each further attempt to replace a process; after the last one the hub ends. */
  readonly waitsMs?: readonly number[]
  readonly now?: () => number
}

const usualWaitsMs = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000]
/** A process that lived so long did not end because of its start. */
const stableMs = 30_000

export class ProcessEndedError extends Error {
  readonly exitCode: number
  constructor(end: ChildEnd) {
    super(`A process of the hub ended at its start (${end.signal ?? `exit code ${end.code}`})`)
    this.name = 'ProcessEndedError'
    this.exitCode = exitCodeOf(end)
  }
}

/** A process that ended by itself without an error has not done its work either. */
const exitCodeOf = ({ code }: ChildEnd): number => code || 1

interface Slot {
  readonly role: ProcessPlace['role']
  /** The process that serves. */
  child: HubChild | undefined
  failures: number
}

// long: the life of a slot (launch, replace, roll, stop) changes the same state
export function superviseProcesses(options: SuperviseOptions): Supervisor {
  const { plan, log, fork, waitsMs = usualWaitsMs, now = () => performance.now() } = options
  const slots: Slot[] = [...repeat(plan.api, 'api'), ...repeat(plan.workers, 'worker')]
  const running = new Map<HubChild, Promise<ChildEnd>>()
  const failure = Promise.withResolvers<number>()
  const stopped = new AbortController()
  let isComplete = false
  const tellMissing = (): void => {
    const count = isComplete ? slots.filter(({ child }) => child === undefined).length : 0
    for (const child of running.keys()) child.send({ type: 'missing', count })
  }

  /** Puts a new process into the slot. The one that was there retires. */
  const launch = async (slot: Slot, introduces = false): Promise<void> => {
    const child = await fork({ role: slot.role, apiProcesses: plan.api, introduces })
    const began = now()
    const ended = child.ended.then((end) => {
      running.delete(child)
      if (slot.child === child) {
        slot.child = undefined
        if (now() - began > stableMs) slot.failures = 0
        if (!stopped.signal.aborted) void replace(slot, child, end)
      }
      return end
    })
    running.set(child, ended)
    const early = await Promise.race([ended, child.ready.then(() => undefined)])
    if (early !== undefined || !running.has(child)) throw new ProcessEndedError(early ?? (await ended))
    log.info('processes.started', { pid: child.pid, role: slot.role })
    const before = slot.child
    slot.child = child
    before?.send({ type: 'retire' })
    tellMissing()
  }

  const replace = async (slot: Slot, { pid }: Pick<HubChild, 'pid'>, end: ChildEnd): Promise<void> => {
    log.warn('processes.ended', { pid, role: slot.role, ...end })
    tellMissing()
    let exitCode = exitCodeOf(end)
    while (slot.failures < waitsMs.length) {
      const waitMs = waitsMs[slot.failures++] ?? 0
      await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted || slot.child !== undefined) return
      try {
        await launch(slot)
        return
      } catch (error) {
        exitCode = error instanceof ProcessEndedError ? error.exitCode : 1
        if (!stopped.signal.aborted) log.warn('processes.start_failed', { role: slot.role, error })
      }
    }
    if (stopped.signal.aborted) return
    log.error('processes.gave_up', { role: slot.role, exitCode })
    failure.resolve(exitCode)
  }

  return {
    failed: failure.promise,
    children: () => [...running.keys()],
    async start() {
      const [first, ...others] = slots
      // Alone: the first start of a hub makes its secret and its storage.
      if (first) await launch(first, true)
      await Promise.all(
        others.map((slot) =>
          launch(slot).catch((error: unknown) =>
            replace(
              slot,
              { pid: undefined },
              { code: error instanceof ProcessEndedError ? error.exitCode : 1, signal: null },
            ),
          ),
        ),
      )
      isComplete = true
      tellMissing()
    },
    async roll() {
      for (const slot of slots) {
        if (stopped.signal.aborted) return
        const old = slot.child
        await launch(slot)
        await old?.ended
      }
      log.info('processes.rolled')
    },
    async stop(limitMs) {
      stopped.abort()
      for (const child of running.keys()) child.send({ type: 'stop' })
      const timer = setTimeout(() => {
        for (const child of running.keys()) child.kill('SIGKILL')
      }, limitMs)
      const ends = await Promise.all(running.values())
      clearTimeout(timer)
      return ends.every(({ code }) => code === 0)
    },
  }
}

const repeat = (count: number, role: ProcessPlace['role']): Slot[] =>
  Array.from({ length: count }, () => ({ role, child: undefined, failures: 0 }))
