import { describe, expect, it } from 'vitest'
import { findSubjectProblem } from '../commits/subject.ts'

describe('the subject of a commit', () => {
  it.each([
    'uploads: sync before the offset is committed',
    'docs: write down the style and the words we use',
    `http2: ${'a'.repeat(65)}`,
  ])('may be "%s"', (subject) => {
    expect(findSubjectProblem(subject)).toBeUndefined()
  })

  it.each([
    ['Make the tables of the documentation where they are used', 'no area'],
    ['Uploads: sync first', 'lower case'],
    ['uploads, cli: sync first', 'one package or feature'],
    ['uploads: Sync first', 'verb in lower case'],
    ['uploads:sync first', 'no area'],
    ['uploads: sync first.', 'full stop'],
    [`uploads: ${'a'.repeat(64)}`, '73 characters'],
  ])('may not be "%s"', (subject, problem) => {
    expect(findSubjectProblem(subject)).toContain(problem)
  })
})
