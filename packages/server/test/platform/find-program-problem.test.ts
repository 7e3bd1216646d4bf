import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findProgramProblem } from '../../src/platform/programs/find-program-problem.ts'
import { temporaryFolder } from '../harness/cleanup.ts'

it('takes an executable that only its owner can replace', async () => {
  const folder = await temporaryFolder('programs')
  const make = async (name: string, mode: number) => {
    const path = join(folder, name)
    await writeFile(path, '#!/bin/sh\n')
    await chmod(path, mode)
    return path
  }
  const good = await make('good', 0o755)
  expect(await findProgramProblem(good)).toBeUndefined()
  expect(await findProgramProblem('good')).toBe('is not an absolute path')
  expect(await findProgramProblem(join(folder, 'none'))).toBe('does not exist on this machine')
  expect(await findProgramProblem(folder)).toBe('is not a file')
  expect(await findProgramProblem(await make('group', 0o775))).toBe('is writable for other users: use chmod go-w')
  expect(await findProgramProblem(await make('world', 0o757))).toBe('is writable for other users: use chmod go-w')
  expect(await findProgramProblem(await make('text', 0o644))).toBe('is not executable: use chmod +x')

  const open = join(folder, 'open')
  await mkdir(open)
  await symlink(good, join(open, 'link'))
  expect(await findProgramProblem(join(open, 'link'))).toBeUndefined()
  await chmod(open, 0o777)
  expect(await findProgramProblem(join(open, 'link'))).toBe(
    `is in ${open}, where other users can replace it: use chmod o-w`,
  )
})
