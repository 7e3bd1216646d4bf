import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/harness/cleanup.ts'
import { readConfig } from './config.ts'

it('names a program that checks releases, and its variables', async () => {
  const file = join(await temporaryFolder('config'), 'env')
  writeFileSync(file, 'TOKEN=of the list\n')
  expect(readConfig({}).checkHook).toBeUndefined()
  expect(readConfig({ SPINDLE_CHECK_HOOK: '/opt/check', SPINDLE_CHECK_HOOK_ENV_FILE: file }).checkHook).toEqual({
    program: '/opt/check',
    variables: { TOKEN: 'of the list' },
    timeoutMs: 10_000,
  })
  expect(() => readConfig({ SPINDLE_CHECK_HOOK: 'check' })).toThrow('"check" is not an absolute path')
  expect(() => readConfig({ SPINDLE_CHECK_HOOK_ENV_FILE: file })).toThrow('is set without SPINDLE_CHECK_HOOK')
  writeFileSync(file, 'LD_PRELOAD=/a.so\n')
  expect(() => readConfig({ SPINDLE_CHECK_HOOK: '/opt/check', SPINDLE_CHECK_HOOK_ENV_FILE: file })).toThrow(
    'has a mistake: Line 1: LD_PRELOAD is reserved',
  )
})
