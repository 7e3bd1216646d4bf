import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageReader } from '../../src/features/imports/read-in-jail.ts'
import { type ChildRunner, childRunner } from '../../src/features/media/index.ts'
import { jsonLog, silentLog } from '../../src/platform/logging/log.ts'
import { atEnd, temporaryFolder } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub } from '../harness/releases.ts'
import { hostileMessages } from './hostile-messages.ts'
import { message42 } from './messages.ts'

/** Hostile messages. Each is read in the real child process, in the real sandbox. */

const importsPath = '/api/v1/music-distributor/imports'
const canary = 'canary-of-a-file-nobody-may-read'
const around = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><e:NewReleaseMessage xmlns:e="http://ddex.net/xml/ern/432">${body}</e:NewReleaseMessage>`

const messageFiles = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('spindle-message-'))

async function writeSecret(): Promise<string> {
  const secret = join(await temporaryFolder('spindle-canary'), 'secret.txt')
  await writeFile(secret, canary)
  return secret
}

describe('the reader of messages', () => {
  const reader = messageReader({ log: silentLog })
  atEnd(() => reader.drain())
  let secret = ''
  beforeAll(async () => {
    secret = await writeSecret()
  })
  const read = async (xml: string | Buffer) => {
    const reading = await reader.read(typeof xml === 'string' ? Buffer.from(xml) : xml)
    expect(JSON.stringify(reading)).not.toContain(canary)
    return reading
  }

  it('reads an honest one, and leaves no file behind', async () => {
    const before = await messageFiles()
    expect(await read(message42())).toMatchObject({ outcome: 'read', message: { version: '4.2' } })
    // Files of other tests exist for a moment.
    const left = async () => (await messageFiles()).filter((name) => !before.includes(name))
    await eventually(async () => (await left()).length === 0, { what: 'the file of the message to be gone' })
  })

  it.each(hostileMessages)('refuses $name', async ({ make, code }) => {
    const reading = await read(make(secret))
    expect(reading).toMatchObject({ outcome: 'refused', code: expect.stringMatching(`^${code}`) })
  })

  it('has space for the stated number of elements', async () => {
    expect(await read(around('<a>text</a>'.repeat(190_000)))).toMatchObject({ code: 'message_unusable' })
    expect(await read(around('<a>text</a>'.repeat(200_000)))).toMatchObject({
      code: 'xml_refused',
      detail: 'The message has more than 200000 elements.',
      // Counted before anything is parsed.
      line: null,
    })
  })

  it('gives each its own small jail', async () => {
    const given: object[] = []
    const { run, ...runner } = childRunner()
    const children: ChildRunner = {
      ...runner,
      run(code, fd, limits) {
        given.push({ ...limits, addons: code(undefined).addons })
        return run(code, fd, { ...limits, maxOutputBytes: 10 })
      },
    }
    // A child that sends more than allowed is ended, and its message is refused.
    expect(await messageReader({ log: silentLog, children }).read(Buffer.from(message42()))).toMatchObject({
      outcome: 'refused',
      code: 'xml_refused',
    })
    expect(given).toEqual([{ timeoutMs: 3_000, memoryMiB: 300, maxOutputBytes: 16 * 1024 ** 2, addons: false }])
  })

  it('names the line where it stopped', async () => {
    expect(await read(around('\n\n<a></b>'))).toMatchObject({ outcome: 'refused', line: 3 })
  })
})

it('a file that a message asks for is in no answer, no log and no table', async () => {
  let log = ''
  const { hub, fixture } = await openReleaseHub({
    role: 'all',
    overrides: { readers: childRunner(), log: jsonLog('debug', { write: (line) => (log += line) }) },
  })
  const secret = await writeSecret()
  const asking = hostileMessages.map(({ make }) => make(secret)).filter((xml) => xml.includes(secret))
  expect(asking.length).toBeGreaterThan(4)
  for (const xml of asking) {
    const { body } = await fixture.post(importsPath, { message: Buffer.from(xml).toString('base64') })
    const ended = await eventually(
      async () => {
        const answer = await hub.json('GET', `${importsPath}/${body.id}`, { key: fixture.key })
        return answer.body.status === 'waiting' ? undefined : answer.body
      },
      { what: 'the end of the import' },
    )
    expect(ended).toMatchObject({ status: 'refused', releaseId: null })
    expect(JSON.stringify(ended)).not.toContain(canary)
  }
  await eventually(() => log.split('imports.ended').length === asking.length + 1, { what: 'the ends in the log' })
  expect(log).not.toContain(canary)
  expect(await tablesWith(hub, canary)).toEqual([])
  // The search finds what exists.
  expect(await tablesWith(hub, fixture.account.accountId)).toContain('imports')
})

/** Names of the tables in which a row contains the text, also as bytes. */
async function tablesWith({ opened }: TestHub, text: string): Promise<string[]> {
  const { system } = opened.database
  const tables = await system.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const row = await system.row(
      `select 1 from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (row) found.push(name)
  }
  return found
}
