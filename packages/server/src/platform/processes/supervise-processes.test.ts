import { describe, expect, it, vi } from 'vitest'
import { silentLog } from '../logging/log.ts'
import type { ChildEnd, HubChild } from './fork-child.ts'
import type { ProcessPlace, ToChild } from './messages.ts'
import { ProcessEndedError, superviseProcesses } from './supervise-processes.ts'

interface FakeChild extends HubChild {
  readonly place: ProcessPlace
  readonly received: ToChild['type'][]
  end(end: ChildEnd): void
}

const killed: ChildEnd = { code: null, signal: 'SIGKILL' }

/** Children that serve at once, except those whose number `fails` has an exit code for; they end when they are asked. */
function fakeProcesses(fails: (number: number) => number | undefined = () => undefined) {
  const children: FakeChild[] = []
  const fork = async (place: ProcessPlace): Promise<HubChild> => {
    const ended = Promise.withResolvers<ChildEnd>()
    const code = fails(children.length)
    if (code !== undefined) ended.resolve({ code, signal: null })
    const received: ToChild['type'][] = []
    const child: FakeChild = {
      pid: children.length,
      place,
      received,
      ready: code === undefined ? Promise.resolve() : new Promise(() => {}),
      ended: ended.promise,
      end: ended.resolve,
      send({ type }) {
        if (type !== 'missing') received.push(type)
        if (type === 'stop' || type === 'retire') ended.resolve({ code: 0, signal: null })
      },
      onMessage() {},
      kill: () => ended.resolve(killed),
    }
    children.push(child)
    return child
  }
  const supervisor = superviseProcesses({ plan: { api: 2, workers: 1 }, log: silentLog, fork, waitsMs: [0, 0, 0] })
  return { supervisor, children }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('superviseProcesses', () => {
  it('starts the first process alone, and lets only it print what to do next', async () => {
    const { supervisor, children } = fakeProcesses()
    await supervisor.start()
    expect(children.map(({ place }) => place)).toEqual([
      { role: 'api', apiProcesses: 2, introduces: true },
      { role: 'api', apiProcesses: 2, introduces: false },
      { role: 'worker', apiProcesses: 2, introduces: false },
    ])
  })

  it('ends with the exit code of a first process that cannot start', async () => {
    const { supervisor, children } = fakeProcesses(() => 78)
    const error = await supervisor.start().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProcessEndedError)
    expect((error as ProcessEndedError).exitCode).toBe(78)
    expect(children).toHaveLength(1)
  })

  it('replaces a process that ends', async () => {
    const { supervisor, children } = fakeProcesses()
    await supervisor.start()
    children[1]?.end(killed)
    await vi.waitFor(() => {
      expect(children.map(({ place: { role } }) => role)).toEqual(['api', 'api', 'worker', 'api'])
      expect(supervisor.children().map(({ pid }) => pid)).toEqual([0, 2, 3])
    })
  })

  it('gives up with the exit code of the cause when a process ends at its start again and again', async () => {
    const { supervisor, children } = fakeProcesses((number) => (number > 2 ? 3 : undefined))
    await supervisor.start()
    children[0]?.end(killed)
    expect(await supervisor.failed).toBe(3)
    expect(children).toHaveLength(6)
  })

  it('replaces each process in a restart, and retires the old one once the new one serves', async () => {
    const { supervisor, children } = fakeProcesses()
    await supervisor.start()
    await supervisor.roll()
    expect(children.map(({ received }) => received)).toEqual([['retire'], ['retire'], ['retire'], [], [], []])
    expect(supervisor.children().map(({ pid }) => pid)).toEqual([3, 4, 5])
  })

  it('keeps the old process if the new one of a restart does not start', async () => {
    const { supervisor, children } = fakeProcesses((number) => (number > 2 ? 1 : undefined))
    await supervisor.start()
    await expect(supervisor.roll()).rejects.toThrow('A process of the hub ended at its start (exit code 1)')
    expect(children.map(({ received }) => received)).toEqual([[], [], [], []])
  })

  it('stops all processes, replaces none of them, and reports one that ended badly', async () => {
    const { supervisor, children } = fakeProcesses()
    await supervisor.start()
    expect(await supervisor.stop(1_000)).toBe(true)
    await settle()
    expect(children.map(({ received }) => received)).toEqual([['stop'], ['stop'], ['stop']])
  })
})
