import { describe, expect, it } from 'vitest'
import { getSignedAudio, getSignedCover } from '../../src/api/catalog/signed-media.ts'
import { errorsOf } from '../../src/definition/operation.ts'
import { operations } from '../../src/operations.ts'

/** What a browser sends by itself must be enough: no header, no body, no credential. */

describe('the operations of signed addresses', () => {
  it('need a path and a signed query, and nothing else', () => {
    for (const { method, auth, query } of [getSignedAudio, getSignedCover]) {
      expect({ method, auth }).toEqual({ method: 'GET', auth: 'none' })
      expect(query.required).toEqual(['property', 'expires', 'signature'])
    }
    expect(Object.keys(getSignedCover.query.properties)).toEqual(['property', 'expires', 'signature', 'size'])
  })

  it('answer no error about credentials, which a visitor does not have', () => {
    for (const operation of [getSignedAudio, getSignedCover]) {
      const codes = errorsOf(operation)
      expect(codes).toContain('address_refused')
      expect(
        codes.filter((code) => ['credentials_missing', 'invalid_token', 'permission_missing'].includes(code)),
      ).toEqual([])
    }
  })

  it('never lead to another place: an address there would survive a takedown', () => {
    expect(Object.keys(getSignedAudio.responses)).toEqual(['200', '206'])
    expect(Object.keys(getSignedCover.responses)).toEqual(['200', '206'])
  })

  it('are the only ones that refuse an address', () => {
    const ids = operations.filter(({ errors }) => errors.includes('address_refused')).map(({ id }) => id)
    expect(ids).toEqual(['getSignedAudio', 'getSignedCover'])
  })
})
