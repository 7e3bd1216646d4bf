import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { runOperatorCommand, shellOf } from '../harness/operator.ts'

describe('outlets that are programs', () => {
  let hub: TestHub
  let program: string
  let folder: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    folder = await temporaryFolder('programs')
    program = join(folder, 'send')
    await writeFile(program, '#!/bin/sh\n')
    await chmod(program, 0o755)
  })
  const run = (piped: string | undefined, ...args: string[]) => runOperatorCommand(args, shellOf(hub), piped)
  const wishes = ['--name', 'Own Store', '--to', 'PADPIDA2014120302V=Own Store']
  const add = (id: string, ...more: string[]) =>
    run('STORE_TOKEN=of the store', 'outlets', 'add', id, ...wishes, ...more)
  const rowOf = (id: string) =>
    hub.opened.database.system.row<{ kind: string; settings: object; secret: Buffer | null }>(
      'select kind, settings, secret from outlets where id = $1',
      [id],
    )

  it('are added with their limits, and their variables sealed', async () => {
    const more = ['--program', program, '--env-file', '-', '--program-timeout', '60']
    expect((await add('own', ...more)).code).toBe(0)
    const row = await rowOf('own')
    expect(row).toMatchObject({
      kind: 'program',
      settings: {
        program,
        timeoutSeconds: 60,
        memoryMiB: 1024,
        acknowledges: true,
        resendFiles: 'always',
        choreography: 'release_by_release',
      },
    })
    expect(JSON.stringify(row?.settings)).not.toContain('of the store')
    expect(row?.secret?.toString('latin1')).not.toContain('of the store')

    expect((await run('STORE_TOKEN=another', 'outlets', 'sign-in', 'own', '--env-file', '-')).code).toBe(0)
    expect((await rowOf('own'))?.secret).not.toEqual(row?.secret)
    const { out } = await run(undefined, 'outlets', 'list', '--json')
    expect(out.join()).toContain(program)
    expect(out.join()).not.toContain('another')
  })

  it.each<[string, (place: string) => string[], string]>([
    ['by a relative path', () => ['--program', 'send'], '--program: send is not an absolute path'],
    ['that does not exist', (place) => ['--program', join(place, 'none')], 'does not exist on this machine'],
    [
      'with another choice of files',
      (place) => ['--program', join(place, 'send'), '--resend-files', 'until_sent'],
      'do not apply',
    ],
    ['that sends no answer', (place) => ['--program', join(place, 'send'), '--no-acknowledgements'], 'do not apply'],
    [
      'that gets files in place',
      (place) => ['--program', join(place, 'send'), '--write-files', 'in_place'],
      'do not apply',
    ],
    ['with a digest', (place) => ['--program', join(place, 'send'), '--manifest-hash', 'none'], 'do not apply'],
    [
      'for a day',
      (place) => ['--program', join(place, 'send'), '--program-timeout', '86400'],
      'give a whole number from 1 to 12600',
    ],
  ])('are not added %s', async (_, more, problem) => {
    const { code, err } = await add('other', ...more(folder))
    expect([code, err[0]]).toEqual([2, expect.stringContaining(problem)])
  })

  it('are not added or changed with a variable that the system reads', async () => {
    const { code, err } = await run('LD_PRELOAD=/tmp/a.so', 'outlets', 'sign-in', 'own', '--env-file', '-')
    expect([code, err[0]]).toEqual([2, '--env-file: Line 1: LD_PRELOAD is reserved; choose another name'])
    expect((await run(undefined, 'outlets', 'sign-in', 'own')).err[0]).toBe('Use --env-file')
  })

  it('have no choice about how packages are written', async () => {
    const { code, err } = await run(undefined, 'outlets', 'set', 'own', '--write-files', 'in_place')
    expect([code, err[0]]).toEqual([2, expect.stringContaining('A program gets every package whole')])
    expect((await run(undefined, 'outlets', 'set', 'own', '--live-on', 'ack')).code).toBe(0)
  })
})
