import { expect, it } from 'vitest'
import { legacyDocument } from './legacy-document.ts'

it('makes a one-track single of the account out of a legacy asset', () => {
  const document = legacyDocument({
    title: 'Night Drive',
    uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHY1',
    accountName: 'Blue Lamp',
    today: '2026-11-20',
  })
  expect(document).toEqual({
    title: 'Night Drive',
    type: 'single',
    label: 'Blue Lamp',
    contributors: [{ name: 'Blue Lamp', role: 'main_artist' }],
    pLine: { year: 2026, text: 'Blue Lamp' },
    cLine: { year: 2026, text: 'Blue Lamp' },
    releaseDate: '2026-11-20',
    originalReleaseDate: '2026-11-20',
    territories: { mode: 'worldwide' },
    tracks: [{ title: 'Night Drive', uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHY1' }],
  })
})
