import { ddexRoles, type ErnVersion } from '@spindle/contract'
import { roleOf, type Word } from '../ern/roles.ts'

/**
 * The words of ERN 3 for what people did. It has one list for artists, one for contributors to a recording and one for
 * those to the work. A test compares them with the lists of DDEX if those are available.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Allowed-value set ArtistRole, the same in 3.8.2 and 3.8.3. */
export const artistRoles: ReadonlySet<string> = new Set(
  words(`
  Actor Adapter Architect Arranger Artist AssociatedPerformer Author Band Cartoonist Choir Choreographer Composer
  ComposerLyricist ComputerGraphicCreator Conductor Contributor Dancer Designer Director Ensemble FeaturedArtist
  FilmDirector GraphicArtist GraphicDesigner Journalist Librettist Lyricist MainArtist Narrator NonLyricAuthor Orchestra
  OriginalPublisher Painter Photographer PhotographyDirector Playwright PrimaryMusician Producer Programmer
  ScreenplayAuthor Soloist StudioMusician StudioPersonnel SubArranger Translator Unknown
`),
)

/** Allowed-value set MusicalWorkContributorRole, the same in both. `Contributor` and performers belong to recordings. */
export const workRoles: ReadonlySet<string> = new Set(
  words(`
  Adapter Arranger Author Composer ComposerLyricist Librettist Lyricist MusicPublisher NonLyricAuthor OriginalPublisher
  SubArranger SubLyricist SubPublisher SubstitutedPublisher Translator
`),
)

/** Allowed-value set ResourceContributorRole of 3.8.2. */
const resourceRoles382: ReadonlySet<string> = new Set(
  words(`
  Actor Architect Artist AssociatedPerformer Band BookPublisher Cartoonist Choir Choreographer ComputerGraphicCreator
  Conductor Contributor CostumeDesigner Designer Dubber Encoder Ensemble FeaturedArtist FilmDirector FilmDistributor
  FilmEditor FilmProducer FilmSoundEngineer GraphicArtist GraphicDesigner Journalist MainArtist Member MusicDirector
  Narrator NewspaperPublisher Orchestra Painter PeriodicalPublisher Photographer PhotographyDirector PlaybackSinger
  PrimaryMusician Producer Programmer RightsControllerOnProduct ScreenplayAuthor SetDesigner Soloist StageDirector
  StudioPersonnel SubtitlesEditor SubtitlesTranslator Unknown VoiceActor
`),
)

/** What the list of ERN 4 has and that of 3.8.3 has not. */
const since4: ReadonlySet<string> = new Set(
  words(`
  Adapter Architect Arranger Author AuthorInQuotations AuthorOfAfterword BookPublisher Compiler Composer
  ComposerLyricist Conceptor CopyrightClaimant CopyrightHolder Creator DialogueAuthor Dissertant Engraver Etcher
  ImmersiveMasteringEngineer ImmersiveMixingEngineer Journalist LandscapeArchitect Librettist Lithographer Lyricist
  MetalEngraver Mime MusicPublisher NewspaperPublisher NonLyricAuthor OriginalPublisher PeriodicalPublisher PlateMaker
  Playwright Presenter Reporter Reviewer Rubricator ScreenplayAuthor Sculptor SubArranger SubLyricist SubPublisher
  SubstitutedPublisher Translator WoodEngraver Woodcutter WriterOfAccompanyingMaterial
`),
)

/** Allowed-value set ResourceContributorRole of 3.8.3: that of ERN 4 without its newer words, and six older ones. */
const resourceRoles383: ReadonlySet<string> = new Set([
  ...[...ddexRoles].filter((role) => !since4.has(role)),
  ...words('Band Contributor FeaturedArtist MainArtist Member Producer'),
])

export const resourceRolesOf = (version: ErnVersion): ReadonlySet<string> =>
  version === '3.8.2' ? resourceRoles382 : resourceRoles383

/** The word of ERN 4 as one of this list. The plain producer exists in ERN 3 only. */
function inList(list: ReadonlySet<string>, { value, userDefined }: Word): Word {
  const word = userDefined ?? value
  const own = word === 'StudioProducer' ? 'Producer' : word
  return list.has(own) ? { value: own } : { value: 'UserDefined', userDefined: own }
}

/** Of someone who is displayed. */
export const artistWord = (word: Word): Word => inList(artistRoles, word)

export interface ContributorWord {
  readonly isOfWork: boolean
  readonly word: Word
}

/** Of everybody else. */
export function contributorWord(role: string, version: ErnVersion): ContributorWord {
  const word = roleOf(role)
  const isOfWork = workRoles.has(word.userDefined ?? word.value)
  return { isOfWork, word: inList(isOfWork ? workRoles : resourceRolesOf(version), word) }
}
