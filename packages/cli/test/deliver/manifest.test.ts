import { describe, expect, it } from 'vitest'
import { readFolder } from '../../src/deliver/folder/read-folder.ts'
import { type Files, makeFolder } from './make-folder.ts'
import { wav } from './masters.ts'
import { planOf } from './plan-of.ts'

const second = wav({ seconds: 1 })

describe('release.json and release.yaml', () => {
  it.each<[string, Files, unknown]>([
    [
      'unknown members and wrong values, all at once, with line and fix',
      { 'release.yaml': 'titel: x\ntype: EP\nupc: 0200000000011\ntracks:\n  - file: 1.wav\n    uploadId: upl_1\n' },
      [
        ['release.yaml:1 /titel', 'Unknown member "titel".', 'Did you mean `title`?'],
        ['release.yaml:2 /type', 'Must be one of `single`, `ep`, `album`.', 'Did you mean `ep`?'],
        ['release.yaml:3 /upc', 'Must be a string, not a number.', 'Put the value in quotes.'],
        ['release.yaml:6 /tracks/0/uploadId', 'Unknown member "uploadId".', expect.any(String)],
      ],
    ],
    [
      'files that are not there',
      {
        'release.json':
          '{ "cover": "a.jpg", "tracks": [{ "file": "2.wav" }, { "file": "1.wav" }, { "file": "1.wav" }] }',
      },
      [
        ['release.json:1 /tracks/0/file', 'The folder has no file "2.wav".', 'The folder has 1.wav.'],
        ['release.json:1 /cover', 'The folder has no file "a.jpg".', 'Add the file to the folder.'],
        ['release.json:1 /tracks/2/file', '"1.wav" is already a track.', 'List each audio file once.'],
      ],
    ],
    ['a list', { 'release.yaml': '- 1' }, [['release.yaml:1', 'Must be an object, not an array.', expect.any(String)]]],
    [
      'nothing of a track',
      { 'release.yaml': 'tracks: [{}]' },
      [['release.yaml:1 /tracks/0/file', '"file" is required.', 'Add this member.']],
    ],
  ])('refuses %s', async (_, files, expected) => {
    const failure = await planOf({ '1.wav': second, ...files }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: 4, code: 'manifest_invalid' })
    const { problems } = failure as { problems: readonly { where: string; what: string; fix?: string }[] }
    expect(problems.map(({ where, what, fix }) => [where, what, fix])).toEqual(expected)
  })

  it('cannot both be there', async () => {
    const files = { '1.wav': second, 'release.json': '{}', 'release.yaml': '' }
    await expect(planOf(files)).rejects.toMatchObject({
      exitCode: 4,
      message: 'The folder contains release.json and release.yaml',
    })
  })

  it('are refused when they cannot be parsed', async () => {
    await expect(planOf({ '1.wav': second, 'release.json': '{' })).rejects.toMatchObject({ exitCode: 4 })
    await expect(planOf({ '1.wav': second, 'release.yaml': 'a: [' })).rejects.toMatchObject({ exitCode: 4 })
    const large = { '1.wav': second, 'release.yaml': `# ${'x'.repeat(2_000_000)}` }
    await expect(planOf(large)).rejects.toMatchObject({
      message: 'release.yaml has 2.0 MB; at most 1.0 MB are allowed',
    })
  })
})

describe('a folder that cannot be delivered', () => {
  it.each<[string, Files, object]>([
    ['empty', {}, { exitCode: 4, message: expect.stringMatching(/is empty$/), fix: expect.stringContaining('WAV') }],
    ['without audio', { 'a.txt': 'x' }, { exitCode: 4, message: expect.stringMatching(/contains no audio$/) }],
  ])('%s', async (_, files, expected) => {
    await expect(planOf(files)).rejects.toMatchObject(expected)
  })

  it('refuses a path that is not a folder', async () => {
    await expect(readFolder('nowhere', '/tmp')).rejects.toMatchObject({
      exitCode: 2,
      message: 'The folder nowhere does not exist',
    })
    const folder = await makeFolder({ 'a.wav': 'x' })
    await expect(readFolder(`${folder}/a.wav`, '/')).rejects.toMatchObject({ exitCode: 2 })
  })
})
