import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../test/harness/cleanup.ts'
import { demoLog } from './demo-log.ts'

it('writes every event to a file and one line to the screen', async () => {
  const dataDir = await temporaryFolder('spindle-demo-log')
  const said: string[] = []
  const log = demoLog({ dataDir, logLevel: 'warn' }, (line) => said.push(line))
  for (const error of [new Error('first'), new Error('second')]) log.warn('jobs.lease_renewal_failed', { error })
  log.info('console.built')
  const path = join(dataDir, 'demo.log')
  expect(said).toEqual([`! The hub logged a warning. That is normal on a slow or busy machine. See ${path}`])
  const lines = await vi.waitFor(async () => {
    const written = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(written).toHaveLength(2)
    return written
  })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'jobs.lease_renewal_failed', error: { message: 'first' } },
    { level: 'warn', event: 'jobs.lease_renewal_failed', error: { message: 'second' } },
  ])
})

it('does not call an error normal', async () => {
  const dataDir = await temporaryFolder('spindle-demo-log')
  const said: string[] = []
  const log = demoLog({ dataDir, logLevel: 'warn' }, (line) => said.push(line))
  for (const error of [new Error('first'), new Error('second')]) log.error('jobs.runner_failed', { error })
  expect(said).toEqual([`! The hub logged an error. See ${join(dataDir, 'demo.log')}`])
})

it('says once that it cannot write the file', async () => {
  const dataDir = await temporaryFolder('spindle-demo-log')
  await mkdir(join(dataDir, 'demo.log'))
  const said: string[] = []
  demoLog({ dataDir, logLevel: 'warn' }, (line) => said.push(line))
  await vi.waitFor(() =>
    expect(said).toEqual([expect.stringMatching(/^! The log of the demo could not be written: EISDIR/)]),
  )
})
