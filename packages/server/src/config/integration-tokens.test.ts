import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseIntegrationTokens } from './integration-tokens.ts'

const key = 'SPINDLE_INTEGRATION_TOKENS'
const texts = (text: string): string[] => parseIntegrationTokens(key, text).problems.map(({ problem }) => problem)

describe('parseIntegrationTokens', () => {
  it('never repeats any part of an entry, however token and property were mixed up', () => {
    const base64 = randomBytes(32).toString('base64')
    const hex = randomBytes(20).toString('hex')
    const word = 'correct-horse-battery-staple-0123456789'
    for (const token of [base64, hex, word])
      for (const text of [
        token,
        `site-a ${token}`,
        `${token}=site-a`,
        `Site A=${token}`,
        `=${token}`,
        `sandbox=${token}`,
        `${token}=${token},b=${token}`,
        `a=${token}1,a=${token}2,a=${token}3`,
        `site-a=${token}\u00e9`,
        `site-a=${token.slice(0, 31)}`,
      ]) {
        const { problems } = parseIntegrationTokens(key, text)
        expect([text, problems.length > 0]).toEqual([text, true])
        const said = JSON.stringify(problems)
        for (let at = 0; at + 8 <= token.length; at++) expect(said).not.toContain(token.slice(at, at + 8))
        expect(said).not.toContain('site-a')
      }
  })

  it('names an entry by its number and length', () => {
    expect(texts(`a=${'x'.repeat(40)},${'y'.repeat(43)}=`)).toEqual([
      'entry 2 (44 characters) has no token after the =',
    ])
    expect(texts('one,two')).toEqual([
      'entry 1 (3 characters) does not have the form property=token',
      'entry 2 (3 characters) does not have the form property=token',
    ])
  })

  it('refuses a property with the name of the sandbox outlet', () => {
    expect(parseIntegrationTokens(key, `sandbox=${'x'.repeat(40)}`)).toEqual({
      tokens: [],
      problems: [
        {
          key,
          problem: 'entry 1 (48 characters) has the property id sandbox, which is the name of the sandbox outlet',
          fix: 'use another property id',
        },
      ],
    })
  })
})
