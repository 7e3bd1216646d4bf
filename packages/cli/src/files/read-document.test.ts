import { describe, expect, it } from 'vitest'
import { readDocument } from './read-document.ts'

const read = (text: string) => readDocument({ cwd: '/', readStdin: async () => text }, '-')

describe('a document made to hurt', () => {
  it.each([
    [
      'multiplies itself',
      `a: &a [${'x,'.repeat(9)}]\n${'bcdefgh'.replaceAll(/./g, (name) => `${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
    ],
    ['is nested without end', '['.repeat(100_000)],
    ['is nested deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('that %s is refused in words', async (_name, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'document_invalid', exitCode: 4 })
  })
})
