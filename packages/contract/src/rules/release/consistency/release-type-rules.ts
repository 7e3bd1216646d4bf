import type { ReleaseType } from '../../../releases/release-vocabulary.ts'
import { suggestType, type TypeSuggestion } from '../../../releases/suggest-release-type.ts'
import { defineRule } from '../../define-rule.ts'
import { audioOf, type ReleaseForRules, type ReleaseRule } from '../release-view.ts'

/** The type the tracks of a release suggest. */
export const suggestedTypeOf = (view: ReleaseForRules): TypeSuggestion =>
  suggestType(view.release.tracks.map((track) => audioOf(view, track)?.durationMs))

const written = (type: ReleaseType): string => (type === 'ep' ? 'EP' : type)

/** A warning where stores would list the release under another type. */
export const releaseTypeRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'type_mismatch',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The type should match the number and length of the tracks',
    fix: 'Change the type, or keep your choice.',
    source: 'Apple Music Style Guide: single up to 3 tracks under 10 minutes, EP up to 6, both up to 30 minutes',
    check: (view) => {
      const { type, reason } = suggestedTypeOf(view)
      return type === view.release.type
        ? []
        : [
            {
              pointer: '/type',
              message: `The type is ${written(view.release.type)}; stores would list it as ${written(type)}, because ${reason}.`,
              fix: `Change the type to ${written(type)}, or keep ${written(view.release.type)} if that is your choice.`,
            },
          ]
    },
  }),
]
