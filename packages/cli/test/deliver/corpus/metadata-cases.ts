import { type Changes, dayAhead, type FolderCase, metadataCase } from './folder-case.ts'

const deal = {
  territories: { mode: 'worldwide' },
  startsAt: dayAhead(60),
  models: ['paid'],
  uses: ['download'],
  priceTier: 'front',
}
const writer = { name: 'Ada Lovelace', role: 'songwriter' }
const artists = (...names: string[]) => [...names.map((name) => ({ name, role: 'main_artist' })), writer]

const changes: Readonly<Record<string, Changes>> = {
  'nothing is wrong': {},
  'there is one track': { trackCount: 1, release: { title: 'Harbour Lights' } },
  'the label is missing': { release: { label: null } },
  'both lines are missing': { release: { pLine: null, cLine: null } },
  'genre and language are missing': { release: { genre: null, language: null } },
  'the advisory is missing': { release: { explicit: null } },
  'all dates are missing': { release: { releaseDate: null, originalReleaseDate: null } },
  'nobody is named': { release: { contributors: null } },
  'nobody wrote it': { release: { contributors: [{ name: 'Ada', role: 'main_artist' }] } },
  'there is no UPC': { release: { upc: null } },
  'there are no ISRCs': { tracks: [{ isrc: null }, { isrc: null }] },
  'the AI use is undeclared': { release: { aiUsage: null } },
  'the AI use of one track is undeclared': { release: { aiUsage: null }, tracks: [{ aiUsage: { vocals: 'none' } }] },
  'a track says nothing of itself': {
    tracks: [{ language: null, composition: null, containsSamples: null, explicit: null }],
  },
  'an explicit release has silent tracks': { release: { explicit: 'explicit' }, tracks: [{ explicit: null }, {}] },
  'a track is more explicit than the release': { tracks: [{ explicit: 'explicit' }] },
  'the UPC has a wrong check digit': { release: { upc: '036000291453' } },
  'an ISRC is malformed': { tracks: [{ isrc: 'GB-1' }] },
  'an ISRC stands twice': {
    tracks: [{ isrc: 'ZZABC2600777' }, { isrc: 'ZZABC2600777' }],
  },
  'work and release numbers are malformed': { release: { grid: 'A1-2425G-ABC1234002-X' }, tracks: [{ iswc: 'T-1' }] },
  'party numbers are malformed': {
    release: { contributors: [{ name: 'Ada', role: 'main_artist', partyIds: { isni: '0000', ipi: '1' } }, writer] },
  },
  'genres are unknown': { release: { genre: 'Krautpolka' }, tracks: [{ genre: 'noise?' }] },
  'a language is a name': { release: { language: 'english' } },
  'territories do not exist': { release: { territories: { mode: 'exclude', codes: ['UK', 'US'] } } },
  'no territory is left': { release: { territories: { mode: 'include', codes: ['ZZ'] } } },
  'worldwide comes with codes': { release: { territories: { mode: 'worldwide', codes: ['DE'] } } },
  'a track goes further than the release': {
    release: { territories: { mode: 'include', codes: ['DE'] } },
    tracks: [{ territories: { mode: 'include', codes: ['FR'] } }],
  },
  'the release date is near': { release: { releaseDate: dayAhead(2), originalReleaseDate: dayAhead(2) } },
  'the release date is past': { release: { releaseDate: '2020-05-01', originalReleaseDate: '2020-05-01' } },
  'the original date is after the release': { release: { originalReleaseDate: dayAhead(90) } },
  'pre-orders begin too late': { release: { preorderDate: dayAhead(70) } },
  'a year lies in the future': { release: { pLine: { year: 2099, text: 'Blue Lamp' } } },
  'a line repeats its sign': { release: { pLine: { year: 2026, text: '℗ 2026 Blue Lamp' } } },
  'a deal ends before it starts': { release: { deals: [{ ...deal, endsAt: dayAhead(30) }] } },
  'deals contradict each other': { release: { deals: [deal, { ...deal, priceTier: 'budget' }] } },
  'a cover version has no licence': { tracks: [{ composition: 'cover' }] },
  'an instrumental is sung': { tracks: [{ instrumental: true }] },
  'a given duration is wrong': { tracks: [{ durationMs: 120_000 }] },
  'the preview begins after the end': { tracks: [{ previewStartMs: 60_000 }] },
  'numbers do not follow the order': { tracks: [{ number: 2 }, { number: 1 }] },
  'four artists are no compilation': { release: { contributors: artists('Ann', 'Bea', 'Cleo', 'Dora') } },
  'a compilation shows one artist': { release: { isCompilation: true, displayArtist: 'Ada' } },
  'a name holds two artists': { release: { contributors: artists('Ada & Grace') } },
  'a single is called like no track': { trackCount: 1, release: { title: 'Another Name' } },
  'it is called an album': { release: { type: 'album' } },
  'titles shout and whisper': {
    release: { title: 'NIGHT DRIVE' },
    tracks: [{ title: 'slow tide' }, { title: 'nIgHt dRiVe' }],
  },
  'a title names a guest': { tracks: [{ title: 'Intro ft. Grace' }] },
  'titles are no titles': { tracks: [{ title: 'Track 1' }, { title: 'Untitled' }] },
  'titles advertise': {
    tracks: [{ title: 'Intro (Exclusive)' }, { title: 'Intro (Explicit)', version: 'Original Mix' }],
  },
  'titles abbreviate': { release: { title: 'Songs Volume 2' }, tracks: [{ title: 'Songs pt. 1' }] },
  'the title names the type': { release: { title: 'Night Drive - EP' } },
  'two tracks have one title': { tracks: [{ title: 'Same' }, { title: 'Same' }] },
  'a title holds control characters': { tracks: [{ title: 'Har\u0001bour' }] },
  'an outlet is unknown': { release: { outlets: ['player', 'shop'] } },
  'no outlet is wanted': { release: { outlets: [] } },
  'the time zone is none': { release: { timeZone: 'Mars/Olympus' } },
}

/** Folders of good masters, whose metadata is right or wrong. */
export const metadataCases = (cover: Buffer): readonly FolderCase[] =>
  Object.entries(changes).map(([name, change]) => metadataCase(name, cover, change))
