import { describe, expect, it } from 'vitest'
import { runInTerminal, runSpindle, startInTerminal } from './run-spindle.ts'
import { spawnInTerminal, spawnSpindle } from './spawn-spindle.ts'
import { makeFolder } from './spindle-home.ts'

describe('spindle from outside', () => {
  it('is rows in a pipe and a table in a terminal', async () => {
    const piped = await spawnSpindle(['commands']).result
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    expect(piped.stdout).toContain('\nreleases list\tList releases, newest first\n')
    const shown = await spawnInTerminal(['commands'], { columns: 100 }).result
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^COMMAND +DOES\r\n/)
  })
})

describe('spindle within the tests', () => {
  const home = makeFolder()

  it.each([
    [['commands']],
    [['--help']],
    [['releases', 'lsit']],
    [['releases', 'list', '--json']],
    [['logout']],
    [['deliver', 'nowhere', '--dry-run']],
    [['completion', 'bash']],
  ])('%j writes to its pipes what a process writes, and ends with the same code', async (args) => {
    const options = { home, hub: { url: 'http://127.0.0.1:9' } }
    expect(await runSpindle(args, options)).toEqual(await spawnSpindle(args, options).result)
  })

  it.each([[['commands']], [['releases', 'lsit']], [['releases', 'list']]])(
    '%j shows in a terminal what a process shows',
    async (args) => {
      const options = { home, columns: 50, hub: { url: 'http://127.0.0.1:9' } }
      expect(await runInTerminal(args, options)).toEqual(await spawnInTerminal(args, options).result)
    },
  )

  it('asks in a terminal as a process asks', async () => {
    const options = { home, columns: 50 }
    const args = ['login', '--hub', 'http://127.0.0.1:9']
    const [within, outside] = [startInTerminal(args, options), spawnInTerminal(args, options)]
    for (const running of [within, outside]) {
      await running.untilShown('API key (not shown)')
      running.type('\u0003')
    }
    expect((await within.result).code).toBe(130)
    expect((await outside.result).code).toBe(130)
  })
})
