import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { AppError } from '@spindle/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { jsonLog, type Log } from './log.ts'
import { logEvents } from './log-events.ts'

/** The output of a log of this level, one object per line. */
function record(level: Parameters<typeof jsonLog>[0], use: (log: Log) => void): Record<string, unknown>[] {
  const stream = new PassThrough()
  use(jsonLog(level, stream))
  const text = String(stream.read() ?? '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('jsonLog', () => {
  it('writes event, level, time and fields as one line of JSON', () => {
    expect(record('info', (log) => log.info('hub.listening', { url: 'http://127.0.0.1:8080' }))).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        url: 'http://127.0.0.1:8080',
        event: 'hub.listening',
      },
    ])
  })

  it('leaves out what is below its level', () => {
    const lines = record('warn', (log) => {
      log.info('hub.listening')
      log.warn('jobs.attempt_failed')
      log.error('request.failed')
    })
    expect(lines.map(({ event }) => event)).toEqual(['jobs.attempt_failed', 'request.failed'])
  })

  it('follows the causes of an error, and keeps their codes', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    const [line] = record('error', (log) => log.error('request.failed', { error: new Error('no response', { cause }) }))
    expect(line?.error).toMatchObject({
      name: 'Error',
      message: 'no response',
      stack: expect.stringContaining('no response'),
      cause: { message: 'connection refused', code: 'ECONNREFUSED' },
    })
  })

  it('logs what is away or full with its reason and without stacks', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    const describe = (error: Error) => record('info', (log) => log.info('request.unavailable', { error }))[0]?.error
    expect(describe(new AppError('database_unavailable', { cause }))).toEqual({
      name: 'AppError',
      message: 'The database is not reachable',
      code: 'database_unavailable',
      cause: { name: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
    })
    expect(describe(new AppError('storage_full'))).not.toHaveProperty('stack')
    expect(describe(new AppError('internal_error'))).toHaveProperty('stack')
  })

  it('describes a thrown value that is not an error', () => {
    const [line] = record('error', (log) => log.error('request.failed', { error: 'out of cheese' }))
    expect(line?.error).toEqual({ message: 'out of cheese' })
  })
})

describe('the list of events', () => {
  it('decides at compile time what may be logged at which level', () => {
    expectTypeOf<'hub.listening'>().toExtend<Parameters<Log['info']>[0]>()
    expectTypeOf<'hub.listening'>().not.toExtend<Parameters<Log['warn']>[0]>()
    expectTypeOf<'hub.listens'>().not.toExtend<Parameters<Log['info']>[0]>()
    expectTypeOf<'request'>().toExtend<Parameters<Log['debug']>[0]>()
    expectTypeOf<string>().not.toExtend<Parameters<Log['error']>[0]>()
  })

  it('names only events that the source logs', () => {
    const root = join(import.meta.dirname, '../..')
    const source = globSync('**/*.ts', { cwd: root })
      .filter((path) => !/\.test\.ts$|log-events\.ts$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    expect(Object.keys(logEvents).filter((event) => !source.includes(`'${event}'`))).toEqual([])
  })

  it('calls events by part and happening, in words', () => {
    for (const event of Object.keys(logEvents)) expect(event).toMatch(/^[a-z]+(\.[a-z]+(_[a-z0-9]+)*)?$/)
  })
})
