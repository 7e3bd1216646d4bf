import { describe, expect, it } from 'vitest'
import { ReleaseDocument } from '../releases/release-model.ts'
import { applyMergePatch, mergePatchOf } from './merge-patch.ts'

describe('applyMergePatch', () => {
  // The example test cases of RFC 7396, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched by %j is %j', (target, patch, expected) => expect(applyMergePatch(target, patch)).toEqual(expected))

  it('does not change its arguments, and adds no prototype', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const patch = JSON.parse('{"a":{"c":2},"__proto__":{"polluted":true}}')
    expect(applyMergePatch(target, patch)).toHaveProperty('a', { b: 1, c: 2 })
    expect(target).toEqual({ a: { b: 1 } })
    expect('polluted' in {}).toBe(false)
  })
})

describe('mergePatchOf', () => {
  const patch = JSON.parse(JSON.stringify(mergePatchOf(ReleaseDocument)))

  it('requires nothing and still refuses unknown members', () => {
    expect(patch).not.toHaveProperty('required')
    expect(patch.additionalProperties).toBe(false)
  })

  it('lets only what may be absent be removed', () => {
    expect(patch.properties.title.type).toBe('string')
    expect(patch.properties.tracks.type).toBe('array')
    expect(patch.properties.label.type).toEqual(['string', 'null'])
    expect(patch.properties.explicit.enum).toEqual(['explicit', 'clean', 'not_explicit', null])
    expect(patch.properties.metadata.additionalProperties.type).toEqual(['string', 'null'])
  })

  it('goes into objects, not into arrays', () => {
    expect(patch.properties.pLine).toMatchObject({
      type: ['object', 'null'],
      properties: { year: { type: 'integer' } },
    })
    expect(patch.properties.pLine).not.toHaveProperty('required')
    expect(patch.properties.tracks.items.required).toEqual(['title'])
  })
})
