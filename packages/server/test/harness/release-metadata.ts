/** What is required to submit a release, besides its uploads. One definition for every harness. */

/** A release without findings. `serial` makes the UPC, so each release of an account has its own. */
export const releaseMetadata = (serial: number) => ({
  title: 'Night Drive',
  label: 'Blue Lamp',
  upc: gtin13(serial),
  contributors: [
    { name: 'Ada', role: 'main_artist' as const },
    { name: 'Ada Lovelace', role: 'songwriter' as const },
  ],
  pLine: { year: 2026, text: 'Blue Lamp' },
  cLine: { year: 2026, text: 'Blue Lamp' },
  genre: 'pop',
  language: 'en',
  explicit: 'not_explicit' as const,
  releaseDate: '2026-05-01',
  originalReleaseDate: '2026-05-01',
})

/** One of its tracks; `serial` makes the ISRC. */
export const trackMetadata = (serial: number) => ({
  isrc: `ZZABC26${String(serial).padStart(5, '0')}`,
  language: 'en',
  composition: 'original' as const,
  explicit: 'not_explicit' as const,
  containsSamples: false,
})

/** An EAN of the range for restricted circulation (020-029), which is assigned to no one. */
export function gtin13(number: number): string {
  const digits = `020${String(number).padStart(9, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
