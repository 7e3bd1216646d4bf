import { describe, expect, it } from 'vitest'
import { HookAnswerRefused, readHookAnswer } from './read-hook-answer.ts'

const read = (answer: unknown) =>
  readHookAnswer(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)))
const good = {
  rule: 'own.no_demo',
  severity: 'error',
  path: '/tracks/0/title',
  message: 'A demo',
  fix: 'Another title',
}

describe('the answer of a check hook', () => {
  it('becomes findings', () => {
    expect(read([])).toEqual([])
    expect(read([good])).toEqual([
      {
        code: 'own.no_demo',
        severity: 'error',
        pointer: '/tracks/0/title',
        message: 'A demo',
        fix: 'Another title',
        rule: { id: 'own.no_demo', version: 1, source: 'Check hook of the operator' },
      },
    ])
  })

  it('may leave out path and fix, and is shown without control characters', () => {
    const [finding] = read([{ rule: 'own.a', severity: 'note', message: `${'x'.repeat(600)}\u001b[2J` }])
    expect(finding).toMatchObject({ pointer: '', fix: 'Change the release, or ask the operator of the hub.' })
    expect(finding?.message).toBe('x'.repeat(500))
    expect(read([{ ...good, message: 'a\u0000b\nc' }])[0]?.message).toBe('a b c')
  })

  it.each([
    ['', 'its answer is not an array in JSON'],
    ['{}', 'its answer is not an array in JSON'],
    [Array.from({ length: 101 }, () => good), 'it answered more than 100 findings'],
    [[null], 'finding 1 of its answer has no rule such as "own.no_demo"'],
    [[good, { ...good, rule: 'no_outlet' }], 'finding 2 of its answer has no rule such as "own.no_demo"'],
    [[{ ...good, rule: 'own.No' }], 'has no rule'],
    [[{ ...good, severity: 'fatal' }], 'has no severity: error, warning or note'],
    [[{ ...good, path: 'title' }], 'has a path that is not a JSON pointer'],
    [[{ ...good, path: `/${'a'.repeat(200)}` }], 'has a path that is not a JSON pointer'],
    [[{ ...good, message: ' ' }], 'has no message'],
  ])('is refused as a whole: %j', (answer, reason) => {
    expect(() => read(answer)).toThrow(HookAnswerRefused)
    expect(() => read(answer)).toThrow(reason)
  })
})
