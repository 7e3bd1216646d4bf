import { roleNames } from '@spindle/contract'

/** Our words for what people did, and those of DDEX. What its lists lack is sent as a word of our own. */

/** Roles of ERN 4.3.2 that music needs; a test compares them with the lists of DDEX where those are at hand. */
const knownRoles: ReadonlySet<string> = new Set([
  ...['Adapter', 'Arranger', 'Author', 'Composer', 'ComposerLyricist', 'Librettist', 'Lyricist', 'NonLyricAuthor'],
  ...['SubArranger', 'SubLyricist', 'Translator', 'MusicPublisher', 'OriginalPublisher', 'SubPublisher'],
  ...['Accompanyist', 'Actor', 'AdditionalEngineer', 'AdditionalMixingEngineer', 'AdditionalPerformer', 'Artist'],
  ...[
    'AdditionalStudioProducer',
    'AssistantConductor',
    'AssistantEngineer',
    'AssistantProducer',
    'AssociatedPerformer',
  ],
  ...[
    'AssociateProducer',
    'BackgroundVocalist',
    'BalanceEngineer',
    'BandLeader',
    'Choir',
    'ChoirMember',
    'ChorusMaster',
  ],
  ...['ClubDJ', 'CoExecutiveProducer', 'CoMixer', 'CoProducer', 'CompilationProducer', 'ConcertMaster', 'Conductor'],
  ...['CoverDesigner', 'DigitalEditingEngineer', 'DJ', 'Editor', 'Engineer', 'Ensemble', 'ExecutiveProducer'],
  ...['GraphicDesigner', 'GroupMember', 'Illustrator', 'InitialProducer', 'LeadPerformer', 'LeadVocalist'],
  ...['MasteringEngineer', 'Mixer', 'MixingEngineer', 'MusicArranger', 'MusicDirector', 'MusicGroup', 'Musician'],
  ...['Narrator', 'Orchestra', 'OrchestraMember', 'OriginalArtist', 'OverdubEngineer', 'Performer', 'Photographer'],
  ...['PostProducer', 'PrimaryMusician', 'Programmer', 'ProgrammingEngineer', 'ProjectEngineer', 'RecordingEngineer'],
  ...['ReissueProducer', 'RemixedArtist', 'Remixer', 'RemixingEngineer', 'Soloist', 'SoundDesigner', 'Speaker'],
  ...['StoryTeller', 'StringEngineer', 'StringProducer', 'StudioConductor', 'StudioMusician', 'StudioPersonnel'],
  ...[
    'StudioProducer',
    'Tonmeister',
    'TrackingEngineer',
    'VocalArranger',
    'VocalEngineer',
    'Vocalist',
    'VocalProducer',
  ],
])

const knownInstruments: ReadonlySet<string> = new Set([
  ...['Accordion', 'AcousticGuitar', 'AltoSaxophone', 'Banjo', 'Bass', 'BassGuitar', 'Bassoon', 'Cello', 'Clarinet'],
  ...['DoubleBass', 'DrumKit', 'DrumMachine', 'ElectricGuitar', 'Flute', 'FrenchHorn', 'Guitar', 'Harmonica', 'Harp'],
  ...['Keyboard', 'Mandolin', 'Marimba', 'Oboe', 'Organ', 'Piano', 'Saxophone', 'Synthesizer', 'TenorSaxophone'],
  ...['Trombone', 'Trumpet', 'Tuba', 'Ukulele', 'Vibraphone', 'Viola', 'Violin', 'Voice'],
])

/** 4.3.2 has no plain producer. */
const own: Readonly<Record<string, string>> = { producer: 'StudioProducer', 'ddex:Producer': 'StudioProducer' }

const displayRoles: Readonly<Record<string, string>> = {
  main_artist: 'MainArtist',
  'ddex:MainArtist': 'MainArtist',
  featured_artist: 'FeaturedArtist',
  'ddex:FeaturedArtist': 'FeaturedArtist',
}

/** The role of a displayed artist; undefined for others. */
export const displayRoleOf = (role: string): string | undefined => displayRoles[role]

/** A word of the lists of DDEX, or of our own. */
export interface Word {
  readonly value: string
  readonly userDefined?: string
}

const wordOf = (known: ReadonlySet<string>, value: string, written: string): Word =>
  known.has(value) ? { value } : { value: 'UserDefined', userDefined: written }

export function roleOf(role: string): Word {
  const names: Readonly<Record<string, { readonly ern: string } | undefined>> = roleNames
  const value = own[role] ?? names[role]?.ern ?? role.replace(/^ddex:/, '')
  return wordOf(knownRoles, value, value)
}

/** `electric guitar` is `ElectricGuitar`. */
export const instrumentOf = (name: string): Word =>
  wordOf(
    knownInstruments,
    name.trim().replace(/(?:^|[\s-]+)(\p{L})/gu, (_, letter: string) => letter.toUpperCase()),
    name,
  )

export const ddexWords = { roles: knownRoles, instruments: knownInstruments }
