import { expect, it } from 'vitest'
import { silentLog } from '../../../../platform/logging/log.ts'
import type { ProgramEnd, ProgramRunner } from '../../../../platform/programs/run-program.ts'
import type { AccountId } from '../../../../platform/values/ids.ts'
import { checkHook } from './check-hook.ts'

const [loud, quiet] = ['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYC'] as [AccountId, AccountId]

/** A hook whose runs end when the test says so. */
function openHook() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const runner: ProgramRunner = {
    run: ({ input }) =>
      new Promise<ProgramEnd>((resolve) => {
        begun.push(String(input))
        ends.push(() => resolve({ ended: 'exited', code: 0, stdout: Buffer.from('[]'), stderr: '' }))
      }),
    stop: async () => {},
  }
  const settings = { program: '/bin/sh', variables: {}, timeoutMs: 10_000 }
  const hook = checkHook({ settings, runner, log: silentLog })
  const ask = (accountId: AccountId, name: string) =>
    hook.ask(accountId, { input: Buffer.from(name), sha256: `digest of ${name}` })
  return { hook, ask, begun, ends }
}

/** Ends every run, also those that begin meanwhile, until all are done. */
async function endAll(ends: readonly (() => void)[], asked: readonly Promise<void>[]): Promise<void> {
  const timer = setInterval(() => {
    for (const end of ends) end()
  }, 1)
  await Promise.all(asked)
  clearInterval(timer)
}

it('an account with many releases leaves runs to others', async () => {
  const { ask, begun, ends } = openHook()
  const many = Array.from({ length: 10 }, (_, index) => ask(loud, `loud ${index}`))
  await expect.poll(() => begun.length).toBe(2)
  const other = ask(quiet, 'quiet')
  await expect.poll(() => begun.slice(2)).toEqual(['quiet'])
  ends[2]?.()
  await other
  await endAll(ends, many)
  expect(begun).toHaveLength(11)
})

it('refuses what an account asks above its bound, and nothing of another one', async () => {
  const { ask, begun, ends } = openHook()
  const many = Array.from({ length: 22 }, (_, index) => ask(loud, `loud ${index}`))
  await expect(ask(loud, 'one more')).rejects.toMatchObject({ code: 'overloaded' })
  const other = ask(quiet, 'quiet')
  await expect.poll(() => begun).toContain('quiet')
  await endAll(ends, [...many, other])
})

it('asks once about the same release', async () => {
  const { hook, ask, begun, ends } = openHook()
  const both = [ask(loud, 'same'), ask(quiet, 'same')]
  await expect.poll(() => begun).toEqual(['same'])
  ends[0]?.()
  await Promise.all(both)
  expect(hook.find({ input: Buffer.from('same'), sha256: 'digest of same' })).toMatchObject({ findings: [] })
})
