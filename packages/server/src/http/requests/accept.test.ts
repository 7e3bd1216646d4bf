import { describe, expect, it } from 'vitest'
import { preferredType } from './accept.ts'

const types = ['text/html; charset=utf-8', 'text/markdown', 'application/json'] as const

describe('preferredType', () => {
  it.each([
    [undefined, 'text/html; charset=utf-8'],
    ['', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['text/*', 'text/html; charset=utf-8'],
    ['text/markdown', 'text/markdown'],
    ['TEXT/Markdown', 'text/markdown'],
    ['text/markdown;q=0.5, text/html;q=0.4', 'text/markdown'],
    ['text/html;q=0.5, */*;q=0.9', 'text/markdown'],
    ['text/html;q=0, */*', 'text/markdown'],
    ['application/json, text/plain, */*', 'text/html; charset=utf-8'],
    ['application/*', 'application/json'],
    ['text/html;level=1;q=0.3, application/json;q=0.4', 'application/json'],
    ['image/png', undefined],
    ['text/html;q=0', undefined],
    ['text/html;q=nonsense', undefined],
  ])('%s', (accept, preferred) => {
    expect(preferredType(accept, types)).toBe(preferred)
  })
})
