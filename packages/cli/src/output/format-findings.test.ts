import type { Finding } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { formatFindings, formatPointer } from './format-findings.ts'

const paint = (_style: string, text: string): string => text
const finding = (severity: Finding['severity'], pointer: string, message: string, fix = ''): Finding => ({
  code: 'some_code',
  severity,
  pointer,
  message,
  fix,
  rule: { id: 'some-rule', version: 1, source: 'a guide' },
})

describe('findingLines', () => {
  it('shows the worst first, where it is in words, and the fix below', () => {
    const findings = [
      finding('note', '', 'The hub assigns a UPC.'),
      finding('warning', '/tracks/1/contributors/0/name', 'Two \u001b[31mnames\nin one.', 'Make two of it.'),
      finding('error', '/genre', 'There is no such genre.'),
    ]
    expect(formatFindings(findings, { paint })).toEqual([
      '✖ genre: There is no such genre.  [some_code]',
      '! track 2, contributor 1, name: Two names in one.  [some_code]',
      '  Make two of it.',
      '· The hub assigns a UPC.  [some_code]',
    ])
  })
})

describe('a finding about what outlets take', () => {
  it('names them by their ids', () => {
    const outlets = [
      { id: 'far', name: 'Far Store' },
      { id: 'near', name: 'Near Store' },
    ]
    expect(formatFindings([{ ...finding('warning', '/coverUploadId', 'Too small.'), outlets }], { paint })).toEqual([
      '! cover: Too small.  [some_code at far, near]',
    ])
  })
})

describe('a fix', () => {
  it.each([
    ['genre_missing', 'Choose a genre.', 'Choose a genre. See `spindle reference list genres`.'],
    ['outlet_unknown', 'Choose an outlet.', 'Choose an outlet. See `spindle outlets list`.'],
    ['label_missing', 'Give the name.', 'Give the name.'],
  ])('of %s names the command that lists what there is to choose from', (code, fix, shown) => {
    expect(formatFindings([{ ...finding('error', '', 'No.', fix), code }], { paint })[1]).toBe(`  ${shown}`)
  })
})

describe('placeOf', () => {
  it('counts from 1 and takes escapes apart', () => {
    expect(formatPointer('/territories/0')).toBe('territory 1')
    expect(formatPointer('/tracks/1/uploadId')).toBe('track 2, audio')
    expect(formatPointer('/coverUploadId')).toBe('cover')
    expect(formatPointer('/metadata/a~1b~0c')).toBe('metadata, a/b~c')
    expect(formatPointer('')).toBe('')
  })
})
