import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOf, files, filesOf } from './archives.ts'

describe('a tar archive, beside the tar of the system', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spindle-tar-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is read by it', () => {
    writeFileSync(join(folder, 'ours.tar'), archiveOf(files))
    execFileSync('tar', ['-xf', 'ours.tar'], { cwd: folder })
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(folder, name)).equals(content), name).toBe(true)
  })

  it('may come from it, with folders in it', async () => {
    writeFileSync(join(folder, 'one.txt'), 'one')
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(folder, 'inner/two.txt'), 'two')
    execFileSync('tar', ['-cf', 'theirs.tar', './one.txt', './inner'], { cwd: folder })
    const archive = readFileSync(join(folder, 'theirs.tar'))
    const found = await filesOf(archive)
    expect(found.map(({ name }) => name)).toEqual(['one.txt', 'inner/two.txt'])
    expect(archive.toString('utf8', found[1]?.position, (found[1]?.position ?? 0) + 3)).toBe('two')
  })
})
