import type { ReleaseInput } from '@spindle/contract'
import { childOf, childrenOf, type Element, textIn } from './element.ts'
import type { Notes } from './notes.ts'

/**
 * How far AI was used, which ERN can express since 4.3.2: for the recording, for what AI did, and for people it helped.
 */

type AiUsage = NonNullable<ReleaseInput['aiUsage']>
type AudioPart = Exclude<keyof AiUsage, 'artwork'>

const partOfRole: Readonly<Record<string, AudioPart>> = {
  Vocalist: 'vocals',
  LeadVocalist: 'vocals',
  BackgroundVocalist: 'vocals',
  Performer: 'instruments',
  Musician: 'instruments',
  StudioMusician: 'instruments',
  Orchestra: 'instruments',
  Composer: 'composition',
  ComposerLyricist: 'composition',
  Lyricist: 'lyrics',
  Author: 'lyrics',
  Mixer: 'postProduction',
  MixingEngineer: 'postProduction',
  Engineer: 'postProduction',
  MasteringEngineer: 'postProduction',
}
const parts: readonly AudioPart[] = ['vocals', 'instruments', 'composition', 'lyrics', 'postProduction']

/** A statement about the whole, without a person, stays undecided. */
export function readAiUsage(recording: Element, notes: Notes): AiUsage | undefined {
  const whole = childOf(recording, 'ContainsAI')
  const level = textIn(recording, 'ContainsAI')
  if (level === 'None') return Object.fromEntries(parts.map((part) => [part, 'none']))
  const usage: AiUsage = {}
  const set = (contributor: Element, value: 'assisted' | 'generated'): void => {
    for (const role of childrenOf(contributor, 'Role')) {
      const part = partOfRole[textIn(role, 'Value') ?? '']
      if (part !== undefined && usage[part] !== 'generated') usage[part] = value
    }
  }
  for (const contributor of childrenOf(recording, 'Contributor')) {
    const helped = textIn(contributor, 'AiContribution')
    if (textIn(contributor, 'SpecialContributor') === 'GenerativeAI') set(contributor, 'generated')
    else if (helped === 'Partly') set(contributor, 'assisted')
    else if (helped === 'All') set(contributor, 'generated')
  }
  if (Object.keys(usage).length > 0) return usage
  if (whole && level !== undefined)
    notes.add(
      'dropped',
      whole,
      'The message declares the use of AI, but not for which parts. Complete this in the release.',
    )
  return undefined
}

export function readArtworkAi(image: Element): AiUsage['artwork'] {
  const words = { None: 'none', Partly: 'assisted', All: 'generated' } as const
  return words[textIn(image, 'ContainsAI') as keyof typeof words]
}
