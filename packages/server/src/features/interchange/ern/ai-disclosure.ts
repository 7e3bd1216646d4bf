import type { Contributor } from '@spindle/contract'
import type { ErnInput } from './ern-model.ts'

/**
 * How far AI was used, as ERN expresses it since 4.3.1: for the recording, for what AI did itself, and for people it helped.
 */

type AiUsage = NonNullable<ErnInput['release']['aiUsage']>
type AudioPart = 'vocals' | 'instruments' | 'composition' | 'lyrics' | 'postProduction'

const parts: Readonly<Record<AudioPart, { readonly role: string; readonly people: readonly string[] }>> = {
  vocals: { role: 'Vocalist', people: ['Vocalist', 'LeadVocalist', 'BackgroundVocalist'] },
  instruments: { role: 'Performer', people: ['Performer', 'Musician', 'StudioMusician', 'Orchestra'] },
  composition: { role: 'Composer', people: ['Composer', 'ComposerLyricist'] },
  lyrics: { role: 'Lyricist', people: ['Lyricist', 'ComposerLyricist', 'Author'] },
  postProduction: { role: 'MixingEngineer', people: ['Mixer', 'MixingEngineer', 'Engineer', 'MasteringEngineer'] },
}
const partNames = Object.keys(parts) as AudioPart[]

export interface AiDisclosure {
  readonly containsAi: 'None' | 'Partly' | 'All' | undefined
  /** What a generative system did, as roles. */
  readonly generatedRoles: readonly string[]
  /** Whether AI helped those who have one of these roles of ERN. */
  readonly isHelped: (roles: readonly string[]) => boolean
}

/** `others` are the people of the recording who are not shown as artists. */
export function discloseAi(usage: AiUsage | undefined, others: readonly Contributor[]): AiDisclosure {
  const declared = partNames.flatMap((part) => {
    const level = usage?.[part]
    return level === undefined || level === 'undeclared' ? [] : [{ part, level }]
  })
  const withLevel = (wanted: string) => declared.filter(({ level }) => level === wanted).map(({ part }) => parts[part])
  const generated = withLevel('generated')
  const helped = new Set(withLevel('assisted').flatMap(({ people }) => people))
  return {
    containsAi: containsAi(declared, generated.length === partNames.length && others.length === 0),
    generatedRoles: generated.map(({ role }) => role),
    isHelped: (roles) => roles.some((role) => helped.has(role)),
  }
}

function containsAi(declared: readonly { readonly level: string }[], isAll: boolean): AiDisclosure['containsAi'] {
  if (declared.length === 0) return undefined
  if (isAll) return 'All'
  return declared.every(({ level }) => level === 'none') ? 'None' : 'Partly'
}

/** Of a picture. */
export const artworkAi = (usage: AiUsage | undefined): 'None' | 'Partly' | 'All' | undefined => {
  const words = { none: 'None', assisted: 'Partly', generated: 'All' } as const
  const level = usage?.artwork
  return level === undefined || level === 'undeclared' ? undefined : words[level]
}
