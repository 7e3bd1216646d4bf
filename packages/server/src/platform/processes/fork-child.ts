import type { ChildProcess } from 'node:child_process'
import { type ProcessPlace, placeVariable, type ToChild, type ToFirst } from './messages.ts'

export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of the hub, seen from the first one. */
export interface HubChild {
  readonly pid: number | undefined
  /** Resolves when it serves; never if it ends before that. */
  readonly ready: Promise<void>
  readonly ended: Promise<ChildEnd>
  send(message: ToChild): void
  onMessage(listener: (message: ToFirst) => void): void
  kill(signal: NodeJS.Signals): void
}

/**
 * Starts this program again, with the same arguments. API processes share one listening socket, which the first process
 * keeps open: no connection is lost when one of them ends.
 */
export async function forkChild(place: ProcessPlace): Promise<HubChild> {
  const variables = { [placeVariable]: JSON.stringify(place) }
  if (place.role === 'worker') {
    const { fork } = await import('node:child_process')
    return asHubChild(fork(process.argv[1] ?? '', process.argv.slice(2), { env: { ...process.env, ...variables } }))
  }
  const { default: cluster } = await import('node:cluster')
  cluster.schedulingPolicy = cluster.SCHED_NONE
  return asHubChild(cluster.fork(variables).process)
}

function asHubChild(child: ChildProcess): HubChild {
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => child.pid === undefined && resolve({ code: 1, signal: null }))
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: ToFirst) => message.type === 'ready' && resolve())
  })
  return {
    pid: child.pid,
    ready,
    ended,
    // A child that is ending takes no more messages.
    send: (message) => void (child.connected && child.send(message, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    kill: (signal) => void child.kill(signal),
  }
}
