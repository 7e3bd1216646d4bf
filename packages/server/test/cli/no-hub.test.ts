import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/all-commands.ts'
import { atEnd, temporaryFolder, undoAfterEach } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { createEmptyDatabase } from '../harness/hub.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** A command without a hub must not create one: a second, empty one would report that all is well. */

undoAfterEach()

/** These create a hub, or need none. */
const withoutHub = new Set([
  'serve',
  'demo',
  'backup restore',
  'accounts verify-export',
  'tokens generate',
  'backup verify',
  'backup list',
  'backup prune',
  'backup key',
  'config check',
  'mail test',
  'outlets genres',
  'completion',
  'commands',
])

const account = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const release = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** Arguments that complete the command; the others need none. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'accounts create': ['Label'],
  'accounts codes allow': [account, '--isrc-prefix', 'QZABC'],
  'accounts codes list': [account],
  'accounts codes remove': [account, '--isrc-prefix', 'QZABC'],
  'accounts move-in': [account, '--end'],
  'accounts rename': [account, 'Label'],
  'accounts suspend': [account],
  'accounts resume': [account],
  'accounts export': [account, '--to', '/nowhere/export'],
  'accounts import': ['/nowhere/export'],
  'accounts erase': [account, '--confirm', 'Label'],
  'clients create': ['--account', account],
  'clients list': ['--account', account],
  'clients revoke': ['cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  'secret replace': ['--confirm'],
  'public-url change': ['--confirm'],
  'reviews show': [release],
  'reviews approve': [release, '--revision', '1'],
  'reviews approve-many': ['--releases', `${release}:1`],
  'reviews request-changes': [release, '--issue', '/title: Wrong'],
  'reviews reject': [release, '--code', 'other', '--reason', 'No'],
  'releases takedown': [release, '--reason', 'Claim'],
  'releases live': [release, '--outlet', 'shop'],
  'releases reinstate': [release],
  'people invite': ['mia@label.example', '--account', account],
  'people link': ['mia@label.example'],
  'people disable': ['mia@label.example'],
  'people address': ['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'mia@label.example'],
  'people enable': ['mia@label.example'],
  'people operator add': ['mia@label.example'],
  'people operator remove': ['mia@label.example'],
  'outlets add': ['shop', '--name', 'Shop', '--folder', '/nowhere/shop', '--to', 'PADPIDA2014120301U=Shop'],
  'outlets sign-in': ['shop', '--password-file', '-'],
  'outlets set': ['shop', '--takes-all'],
  'storage repair': ['--from', '/nowhere/backup'],
  'outlets test': ['shop'],
  'outlets pause': ['shop'],
  'outlets remove': ['shop'],
  'outlets resume': ['shop'],
  'drops add': ['near', '--account', account, '--folder', '/nowhere/drop'],
  'drops sign-in': ['near', '--password-file', '-'],
  'drops packages': ['near'],
  'drops test': ['near'],
  'drops pause': ['near'],
  'drops resume': ['near'],
  'drops remove': ['near'],
  'reports import': ['FILE', '--source', 'store'],
  'reports show': ['rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  'reports undo': ['rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  'agents register': ['--name', 'Agent', '--redirect', 'https://agent.example/back'],
  'agents remove': ['cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  'contact delete': ['msg_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  'storage adopt': ['--confirm'],
  'feed restart': ['--reason', 'Test'],
  'backup create': ['--to', '/nowhere/backup'],
  'backup drill': ['/nowhere/backup'],
  'restore begin': ['--to', '2026-01-01T00:00:00Z'],
}

const names = commands.map(({ name }) => name).filter((name) => !withoutHub.has(name))

describe('a command without a hub', () => {
  it.each(names.filter((name) => name !== 'doctor'))(
    '%s names the folder it looked in, and leaves it as it was',
    async (name) => {
      const folder = await temporaryFolder('spindle-no-hub')
      const file = join(folder, 'report.csv')
      await writeFile(file, 'title\n')
      const words = (wordsOf[name] ?? []).map((word) => (word === 'FILE' ? file : word))
      const dataDir = join(folder, 'data')
      const result = await runOperatorCommand(
        [...name.split(' '), ...words],
        {
          SPINDLE_DATA_DIR: dataDir,
          SPINDLE_PUBLIC_URL: 'https://hub.example',
          // A drill compares with it before it looks for the hub.
          ...(name === 'backup drill' ? { SPINDLE_SECRET: 's'.repeat(32) } : {}),
        },
        'secret',
      )
      expect(result, `If ${name} requires arguments, add them to wordsOf; if it needs no hub, to withoutHub`).toEqual({
        code: 78,
        out: [],
        err: [
          'The configuration is not valid:',
          `  SPINDLE_DATA_DIR: there is no hub in ${dataDir}. Fix: set SPINDLE_DATA_DIR to the data directory of the hub, or DATABASE_URL to its database; to create a new hub there, run: npm run hub -- serve.`,
        ],
      })
      expect(await readdir(folder)).toEqual(['report.csv'])
    },
  )

  it('reports it also without a named folder, and with the name it was started by', async () => {
    const { code, err } = await runOperatorCommand(['accounts', 'list'], { SPINDLE_HUB_COMMAND: 'spindle-hub' })
    expect(code).toBe(78)
    expect(err[1]).toBe(
      `  SPINDLE_DATA_DIR: there is no hub in ${join(process.cwd(), '.spindle')} (SPINDLE_DATA_DIR is not set, so this is the folder .spindle in the current directory). Fix: set SPINDLE_DATA_DIR to the data directory of the hub, or DATABASE_URL to its database; to create a new hub there, run: spindle-hub serve.`,
    )
  })

  it('doctor checks only the machine, reports that there is no hub, and creates nothing', async () => {
    const folder = await temporaryFolder('spindle-no-hub')
    const dataDir = join(folder, 'data')
    const { code, out } = await runOperatorCommand(['doctor', '--json'], { SPINDLE_DATA_DIR: dataDir })
    expect(code).toBe(78)
    const found: { name: string; isFine: boolean; text: string }[] = JSON.parse(out.join('\n'))
    expect(found.find(({ name }) => name === 'hub')).toMatchObject({
      isFine: false,
      text: `SPINDLE_DATA_DIR: there is no hub in ${dataDir}`,
    })
    expect(found.map(({ name }) => name)).not.toContain('nodes')
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves an empty database unchanged; migrate does too unless told that the hub is new', async () => {
    const opened = await createEmptyDatabase()
    atEnd(() => opened.close())
    const environment = {
      ...databaseSettings(opened.connection),
      SPINDLE_SECRET: 's'.repeat(32),
      SPINDLE_DATA_DIR: await temporaryFolder('spindle-no-hub'),
    }
    const countTables = async () =>
      (
        await opened.database.system.row<{ n: number }>(
          `select count(*)::int as n from pg_tables where schemaname in ('public', 'graphile_worker')`,
        )
      )?.n
    expect(await runOperatorCommand(['accounts', 'list'], environment)).toMatchObject({
      code: 78,
      err: [expect.anything(), expect.stringContaining('DATABASE_URL: this database does not contain a hub')],
    })
    expect(await runOperatorCommand(['migrate'], environment)).toMatchObject({
      code: 78,
      err: [expect.anything(), expect.stringContaining('run: npm run hub -- migrate --new')],
    })
    expect(await countTables()).toBe(0)
    expect((await runOperatorCommand(['migrate', '--new'], environment)).code).toBe(0)
    expect(await countTables()).toBeGreaterThan(50)
    // The tables exist, but no hub was started with them.
    expect((await runOperatorCommand(['accounts', 'create', 'Label'], environment)).code).toBe(78)
  })
})
