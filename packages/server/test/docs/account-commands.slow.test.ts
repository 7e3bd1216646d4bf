import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { makeHub } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** Every command of docs/accounts.md, in order, as a reader types them; the import goes into a second hub. */

it('the commands about accounts lead from one hub to another, and out of the first', { timeout: 240_000 }, async () => {
  const page = await readFile(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const commands = blocks.flatMap((block) => block.trim().split('\n'))
  expect(commands).toHaveLength(7)
  const folder = await mkdtemp(join(tmpdir(), 'spindle-accounts-page-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const hubOf = (name: string) => ({ SPINDLE_DATA_DIR: join(folder, name) })
  for (const name of ['first', 'second']) await makeHub(join(folder, name))
  const [id = ''] = (await runOperatorCommand(['accounts', 'create', 'Night Label'], hubOf('first'))).out

  for (const command of commands) {
    const text = command.replace(/^npm run hub -- /, '').replace('<id>', id)
    const words = [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const args = words.map((word) => (word.startsWith('/') ? join(folder, word) : word))
    const hub = hubOf(words[1] === 'import' ? 'second' : 'first')
    const { code } = await runOperatorCommand(args, hub)
    expect({ command, code }).toEqual({ command, code: 0 })
  }
  expect((await runOperatorCommand(['accounts', 'list'], hubOf('first'))).out).toEqual([])
  expect((await runOperatorCommand(['accounts', 'list'], hubOf('second'))).out).toEqual([
    expect.stringMatching(`^${id}  .*  Night Label$`),
  ])
})
