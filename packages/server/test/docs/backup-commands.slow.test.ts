import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { makeHub } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** Every command of docs/backup.md, in order, as a reader types them, in separate folders. */

it('the commands about backups lead from a hub to the same hub in another place', { timeout: 240_000 }, async () => {
  const page = await readFile(new URL('../../../../docs/backup.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const commands = blocks.flatMap((block) => block.trim().split('\n'))
  expect(commands).toHaveLength(8)
  const folder = await mkdtemp(join(tmpdir(), 'spindle-backup-page-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const state = join(folder, 'state')
  await makeHub(state)
  const created = await runOperatorCommand(['accounts', 'create', 'Night Label'], { SPINDLE_DATA_DIR: state })
  await mkdir(join(folder, 'safe'))
  await copyFile(join(state, 'hub-secret'), join(folder, 'safe/hub-secret'))

  let recipient = ''
  for (const command of commands) {
    const text = command.replace(/^npm run hub -- /, '').replace('<public key>', recipient)
    const args = text.split(' ').map((word) => (word.startsWith('/') ? join(folder, word) : word))
    // From the restore on, the reader's hub is the restored one.
    const dataDir = text.startsWith('restore ') ? join(folder, 'restored') : state
    const { code, out, err } = await runOperatorCommand(args, { SPINDLE_DATA_DIR: dataDir })
    expect({ command, code, err }).toEqual({ command, code: 0, err: [] })
    if (text.startsWith('backup key ')) recipient = out[0] ?? ''
  }
  const { out } = await runOperatorCommand(['accounts', 'list'], { SPINDLE_DATA_DIR: join(folder, 'restored') })
  expect(out).toEqual([expect.stringMatching(`^${created.out[0]}  .*  Night Label$`)])
})
