import { describe, expect, it } from 'vitest'
import { publishedRules } from '../../src/rules/registry.ts'
import { checkRelease, releaseRules } from '../../src/rules/release/check-release.ts'
import { contentMessages } from './cases/content-messages.ts'
import { replacing, taken } from './cases/identity.ts'
import { partyMessages } from './cases/party-messages.ts'
import { presenceMessages } from './cases/presence-messages.ts'
import { viewWith } from './cases/sample.ts'
import { storeMessages } from './cases/store-messages.ts'
import { textMessages } from './cases/texts.ts'

/** The sentences people read, word for word: a finding of each rule at its place. */

const cases = [...presenceMessages, ...contentMessages, ...partyMessages, ...storeMessages, ...textMessages]

const findingsOf = (rule: string, change: Parameters<typeof viewWith>[0]) =>
  checkRelease(viewWith(change)).filter((finding) => finding.rule.id === rule)

describe('the texts of a rule', () => {
  it.each(cases)('%s of %j', (rule, change, where, message) => {
    expect(
      findingsOf(rule, change).map(({ severity, code, pointer, message: said }) => [
        `${severity} ${code} ${pointer}`,
        said,
      ]),
    ).toEqual([[where, message]])
  })

  it('is written down for every rule', () => {
    const written = new Set<string>(cases.map(([rule]) => rule))
    const missing = releaseRules.map(({ id }) => id).filter((id) => !written.has(id))
    expect(missing, 'Add the message to a *-messages.ts in packages/contract/test/rules/cases').toEqual([])
  })
})

const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9'
const upcOf = (more: object): Parameters<typeof viewWith>[0] => ({
  context: {
    otherReleases: [
      { releaseId, title: 'Older', gtin14: '00036000291452', place: 'out' as const, isReplaced: false, ...more },
    ],
  },
})
const isrcOf = (more: object): Parameters<typeof viewWith>[0] => ({
  context: {
    otherTracks: [
      {
        releaseId,
        releaseTitle: 'Older',
        title: 'Overture',
        isrc: 'ZZABC2600001',
        pcmSha256: '9'.repeat(64),
        ...more,
      },
    ],
  },
})

describe('how to fix it', () => {
  it.each([
    ['genre_unknown', { release: { genre: 'Hip-Hop' } }, 'Did you mean hip_hop?'],
    ['genre_unknown', { release: { genre: 'noise?' } }, 'Choose a genre from the reference list.'],
    [
      'ddex_word_unknown',
      { tracks: [{ contributors: [{ name: 'Cy', role: 'ddex:Vocallist' }] }] },
      'Did you mean ddex:Vocalist?',
    ],
    [
      'ddex_word_unknown',
      { tracks: [{ contributors: [{ name: 'Cy', role: 'ddex:mixer' }] }] },
      'Did you mean ddex:Mixer?',
    ],
    [
      'ddex_word_unknown',
      { tracks: [{ contributors: [{ name: 'Cy', role: 'ddex:Rapper' }] }] },
      'Choose a word of the DDEX lists. Stores receive other words as user-defined and may ignore them.',
    ],
    [
      'upc_invalid',
      { release: { upc: '4006381333932' } },
      'Compare it with the barcode. If all other digits are correct, the last digit is 1.',
    ],
    [
      'upc_invalid',
      { release: { upc: '12345' } },
      'Enter the 12, 13 or 14 digits of the barcode. The last one is a check digit.',
    ],
    [
      'upc_invalid',
      { release: { upc: '978-3-16-148410-0' } },
      'Enter the barcode of the recording. Codes that begin with 978 or 979 are of books and printed music.',
    ],
    ['type_mismatch', { release: { type: 'album' } }, 'Change the type to EP, or keep album if that is your choice.'],
    ['territory_unknown', { tracks: [{ recordingCountry: 'UK' }] }, 'Write GB.'],
    ['territory_unknown', { tracks: [{ recordingCountry: 'ZZ' }] }, 'Use an ISO 3166-1 code such as DE, JP or US.'],
    ['mojibake', { release: { title: 'donâ€™t' } }, 'Did you mean “don’t”?'],
    ['mojibake', { release: { label: 'ÐœÐ¾Ñ\u0081ÐºÐ²Ð°' } }, 'Did you mean “Москва”?'],
    ['mojibake', { release: { label: 'ÐœÐ¾ÑÐºÐ²Ð°' } }, 'Type the text again, or save its source as UTF-8.'],
    ['mojibake', { release: { label: 'FranÃ§ois â€œLiveâ€' } }, 'Did you mean “François “Live””?'],
    ['html_entities', { release: { title: ' Rock &amp; Roll &#39;n\u200B' } }, "Write “Rock & Roll 'n”."],
    ['html_entities', { release: { title: 'Dvo&rcaron;&aacute;k &Lstrok;&oacute;d&zacute;' } }, 'Write “Dvořák Łódź”.'],
    ['html_entities', { release: { title: '<b>Caf%C3%A9</b>\u00A0&amp; Bar' } }, 'Write “Café & Bar”.'],
    ['html_entities', { release: { title: 'Caf\\u00e9 \\uD83C\\uDFB5' } }, 'Write “Café 🎵”.'],
    ['mojibake', { release: { title: 'Íî÷íîé äîçîð' } }, 'Did you mean “Ночной дозор”?'],
    ['mojibake', { release: { title: '‚±‚ñ‚É‚¿‚Í' } }, 'Did you mean “こんにちは”?'],
    ['bidi_controls', { release: { title: 'Night \u202EDrive\u202C' } }, 'Write “Night Drive”.'],
    ['odd_spaces', { release: { title: 'Où\u00A0\u00A0?  Là' } }, 'Write “Où\u00A0? Là”.'],
    [
      'lost_letters',
      { release: { title: 'Na\uFFFDve' } },
      'Type the missing letters, or copy the text from its source again. Save files as UTF-8.',
    ],
    [
      'duplicate_upc',
      upcOf({ place: 'down' }),
      'Give this release its own UPC. If it replaces rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9, set `replaces` to that id.',
    ],
    [
      'duplicate_upc',
      upcOf({ place: 'out' }),
      'Give this release its own UPC, or edit rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9. To replace rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9, take it down everywhere and set `replaces` to its id.',
    ],
    [
      'duplicate_upc',
      upcOf({ place: 'new' }),
      'Give this release its own UPC, or withdraw rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9.',
    ],
    ['duplicate_upc', upcOf({ place: 'down', isReplaced: true }), 'Give this release its own UPC.'],
    ['isrc_other_audio', isrcOf({}), 'Use the upload of that recording, or give this recording its own ISRC.'],
    [
      'isrc_other_audio',
      isrcOf({ canBeReplaced: 'now' }),
      'Use the upload of that recording, or give this recording its own ISRC. If this release replaces rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9, set `replaces` to its id and send `audioChangeReason`.',
    ],
    [
      'isrc_other_audio',
      isrcOf({ canBeReplaced: 'after_takedown' }),
      'Use the upload of that recording, or give this recording its own ISRC. If this release is to replace rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9, take that release down everywhere, set `replaces` to its id and send `audioChangeReason`.',
    ],
    [
      'replaced_release_taken',
      replacing(taken(true)),
      'Take down that release and set `replaces` to rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8, or remove `replaces` and its codes.',
    ],
    [
      'replaced_release_taken',
      replacing(taken(false)),
      'Withdraw release rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8, or remove `replaces` and its codes.',
    ],
    ['label_missing', { release: { label: null } }, 'Enter the name of the label that publishes the release.'],
    ['no_outlet', { release: { outlets: [] } }, 'Choose one or more outlets, or all outlets.'],
    [
      'no_outlet',
      { context: { outlets: [] } },
      'Ask the hub operator to add a property to SPINDLE_INTEGRATION_TOKENS or to set SPINDLE_SANDBOX_OUTLET=on.',
    ],
  ])('%s of %j', (rule, change, fix) => {
    expect(findingsOf(rule, change).map((finding) => finding.fix)).toEqual([fix])
  })
})

/** People read them in the console: the pointer gives the place, in words of the page. */
describe('the words of a rule', () => {
  const names = /\/api\/|\b(?!kHz\b)[a-z]+[A-Z][a-z]+\w*|\b[a-z]+_[a-z_]+\b|\bupl_/
  it('are none of the API', () => {
    const said = [
      ...publishedRules.flatMap(({ id, title, fix }) => [`${id}: ${title}`, `${id}: ${fix}`]),
      ...cases.map(([rule, , , message]) => `${rule}: ${message}`),
    ]
    expect(said.filter((text) => names.test(text.slice(text.indexOf(':'))))).toEqual([])
  })
})

/** The single-asset API cannot take what is missing there, so it only warns. */
describe('what a rule weighs for a legacy asset', () => {
  const lenient = new Set([
    'label_missing',
    'p_line_missing',
    'c_line_missing',
    'genre_missing',
    'language_missing',
    'explicit_missing',
    'release_date_missing',
    'cover_missing',
    'main_artist_missing',
    'track_main_artist_missing',
    'composer_missing',
    'track_explicit_missing',
    'track_language_missing',
    'composition_missing',
    'upc_missing',
    'isrc_missing',
  ])

  it.each(cases.filter(([, , where]) => where.startsWith('error')))('%s of %j', (rule, change) => {
    const [finding] = findingsOf(rule, { ...change, legacy: true })
    expect(finding?.severity).toBe(lenient.has(rule) ? 'warning' : 'error')
  })
})
