import { describe, expect, it } from 'vitest'
import type { ShownFinding } from '../../output/group-findings.ts'
import { groupFolderFindings } from './group-folder-findings.ts'

const finding = (more: Partial<ShownFinding> = {}): ShownFinding => ({
  code: 'title_case',
  severity: 'warning',
  pointer: '/title',
  message: '"night" is not in title case.',
  fix: 'Capitalise it.',
  ...more,
})
const folders = (...names: readonly string[]) => names.map((folder) => ({ folder, findings: [finding()] }))
const messages = (found: readonly ShownFinding[]): readonly string[] => found.map(({ message }) => message)

describe('groupFolderFindings', () => {
  it.each([
    [['a'], 'a: title: "night" is not in title case.'],
    [['a', 'b'], 'a: title: "night" is not in title case. The same applies to b.'],
    [['a', 'b', 'c'], 'a: title: "night" is not in title case. The same applies to b and c.'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'a: title: "night" is not in title case. The same applies to b, c, d and 2 more.'],
  ])('shows once what applies to the folders %j', (names, message) => {
    expect(messages(groupFolderFindings(folders(...names)))).toEqual([message])
  })

  it('shows the same advice for other tracks and titles once', () => {
    const found = groupFolderFindings([
      { folder: 'a', findings: [finding({ pointer: '/tracks/0/title', message: '"x" is not a title.' })] },
      { folder: 'b', findings: [finding({ pointer: '/tracks/4/title', message: '"y" is not a title.' })] },
    ])
    expect(messages(found)).toEqual(['a: track 1, title: "x" is not a title. The same applies to b.'])
  })

  it('names each folder once, and the file of a finding', () => {
    const inFile = finding({ file: '01.wav', message: 'It is short.' })
    const found = groupFolderFindings([{ folder: 'a', findings: [inFile, { ...inFile, file: '02.wav' }] }])
    expect(messages(found)).toEqual(['a: 01.wav: It is short.'])
  })

  it.each([
    ['another code', finding({ code: 'generic_title' })],
    ['another severity', finding({ severity: 'note' })],
    ['another place', finding({ pointer: '/label' })],
    ['another fix', finding({ fix: 'Shorten it.' })],
  ])('does not group with %s', (_name, other) => {
    expect(groupFolderFindings([...folders('a'), { folder: 'b', findings: [other] }])).toHaveLength(2)
  })
})
