import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { hashFile } from './hash-file.ts'
import { withErrorPath, writeFileAtomically } from './write-file-atomically.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-write-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

describe('writeFileAtomically', () => {
  it('makes a file that only its owner can read, and leaves nothing beside it', async () => {
    await writeFileAtomically(join(folder, 'state.json'), 'one')
    expect(await readFile(join(folder, 'state.json'), 'utf8')).toBe('one')
    expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('replaces a file as a whole, also one with wider permissions', async () => {
    const path = join(folder, 'state.json')
    await writeFile(path, 'a longer text than the next one')
    await chmod(path, 0o644)
    await writeFileAtomically(path, 'two')
    expect(await readFile(path, 'utf8')).toBe('two')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('keeps one of several texts that are written at the same time, never a mixture', async () => {
    const path = join(folder, 'state.json')
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(10_000))
    await Promise.all(texts.map((text) => writeFileAtomically(path, text)))
    expect(texts).toContain(await readFile(path, 'utf8'))
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('names the file that could not be written', async () => {
    const path = join(folder, 'missing', 'state.json')
    await expect(writeFileAtomically(path, 'x')).rejects.toMatchObject({ code: 'ENOENT', path })
  })

  it('leaves no temporary file when the target is a folder', async () => {
    await expect(writeFileAtomically(folder, 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('withErrorPath', () => {
  it('adds the path to errors and changes nothing else', () => {
    expect(withErrorPath('/a', new Error('full'))).toMatchObject({ message: 'full', path: '/a' })
    expect(withErrorPath('/a', 'text')).toBe('text')
  })
})

describe('hashFile', () => {
  const { signal } = new AbortController()

  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('answers the SHA-256 of %j in hexadecimal', async (text, sha256) => {
    await writeFile(join(folder, 'file'), text)
    expect(await hashFile(join(folder, 'file'), signal)).toBe(sha256)
  })

  it('reads files that are larger than one chunk', async () => {
    await writeFile(join(folder, 'file'), Buffer.alloc(3 * 1024 ** 2 + 1, 'a'))
    expect(await hashFile(join(folder, 'file'), signal)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('ends with Ctrl-C, and fails for a file that is not there', async () => {
    await writeFile(join(folder, 'file'), 'abc')
    await expect(hashFile(join(folder, 'file'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    await expect(hashFile(join(folder, 'none'), signal)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
