import { findingOfRefusedTrack, outletRefusalCodes } from '@spindle/contract/rules'
import { describe, expect, it } from 'vitest'

const refused = (code: string) => findingOfRefusedTrack({ trackIndex: 3, code, message: 'The ISRC is taken.' })

describe('findingOfRefusedTrack', () => {
  it('keeps the word of the outlet where it is a known one', () => {
    expect(refused('rights_conflict')).toEqual({
      code: 'rights_conflict',
      severity: 'error',
      pointer: '/tracks/3',
      message: 'The ISRC is taken.',
      fix: 'Fix the problem that the outlet reports, then submit the release again.',
      rule: { id: 'outlet_rights_conflict', version: 1, source: 'DDEX ErncFileStatus; answer of the outlet' },
    })
  })

  it.each(['teapot', '', 'outlet_rights_conflict', 'Rights_Conflict'])(
    'names an unknown word in the message: %j',
    (code) => {
      expect(refused(code)).toMatchObject({
        code: 'outlet_refused_track',
        pointer: '/tracks/3',
        message: `The ISRC is taken. The outlet reported the code ${code}.`,
        rule: { id: 'outlet_refused_track' },
      })
    },
  )

  it.each(outletRefusalCodes)('has a separate rule for %s', (code) => {
    expect(refused(code).rule.id).toBe(`outlet_${code}`)
  })
})
