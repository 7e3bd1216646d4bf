import { describe, expect, it } from 'vitest'
import { parseChallenges } from './parse-challenges.ts'

describe('parseChallenges', () => {
  it.each([
    [
      'Bearer realm="integration", resource_metadata="https://hub.example/.well-known/oauth-protected-resource"',
      [
        {
          scheme: 'Bearer',
          parameters: {
            realm: 'integration',
            resource_metadata: 'https://hub.example/.well-known/oauth-protected-resource',
          },
        },
      ],
    ],
    [
      'Basic realm="a, b=c", Bearer Realm=x , scope="a \\"b\\""',
      [
        { scheme: 'Basic', parameters: { realm: 'a, b=c' } },
        { scheme: 'Bearer', parameters: { realm: 'x', scope: 'a "b"' } },
      ],
    ],
    [
      'Negotiate a87421000492aa874209af8bc028==, Bearer realm="x"',
      [
        { scheme: 'Negotiate', parameters: {} },
        { scheme: 'Bearer', parameters: { realm: 'x' } },
      ],
    ],
    [
      'Negotiate, , DPoP algs="ES256"',
      [
        { scheme: 'Negotiate', parameters: {} },
        { scheme: 'DPoP', parameters: { algs: 'ES256' } },
      ],
    ],
    ['Bearer', [{ scheme: 'Bearer', parameters: {} }]],
    ['', []],
    ['"', []],
  ])('reads %s', (header, challenges) => expect(parseChallenges(header)).toEqual(challenges))

  // A pattern that takes the square of the length would be at it for minutes, on any machine.
  it('ends on a hostile header of any length', () => {
    const long = 1_000_000
    for (const header of [`Bearer a="${'\\"'.repeat(long)}`, 'a,'.repeat(long), `Bearer ${'a='.repeat(long)}`])
      expect(Array.isArray(parseChallenges(header))).toBe(true)
  })
})
