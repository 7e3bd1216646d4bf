import { defineRule, type Hit } from '../../define-rule.ts'
import { pointerTo, quote, type ReleaseForRules, type ReleaseRule, type ReplacedRelease } from '../release-view.ts'

/** What a release in `replaces` must be, so that its UPC and ISRCs can be taken over. */

const named = ({ title, releaseId }: Pick<ReplacedRelease, 'title' | 'releaseId'>): string =>
  `${quote(title)} (${releaseId})`

const at = (message: string, fix?: string): readonly Hit[] => [{ pointer: '/replaces', message, fix }]

const isUnknown = ({ release, context: { replaced } }: ReleaseForRules): readonly Hit[] => {
  if (release.replaces === undefined || replaced === undefined) return []
  if (replaced === null) return at(`This account has no release ${release.replaces}.`)
  return replaced.place === 'new'
    ? at(
        `Release ${named(replaced)} was never delivered, so it keeps no codes.`,
        'Remove `replaces`. You can also edit that release instead.',
      )
    : []
}

const isNotDown = ({ context: { replaced } }: ReleaseForRules): readonly Hit[] => {
  if (replaced?.place === 'out') return at(`Release ${named(replaced)} is not taken down at all outlets.`)
  if (replaced?.place === 'offered')
    return at(
      `Release ${named(replaced)} was submitted again and waits for review.`,
      'Withdraw that release, then submit this one.',
    )
  return []
}

const isTaken = ({ context: { replaced } }: ReleaseForRules): readonly Hit[] => {
  const by = replaced?.replacedBy
  if (!replaced || !by) return []
  const message = `Release ${named(by)} already replaces release ${named(replaced)}.`
  return by.isDelivered
    ? at(
        message,
        `Take down that release and set \`replaces\` to ${by.releaseId}, or remove \`replaces\` and its codes.`,
      )
    : at(message, `Withdraw release ${by.releaseId}, or remove \`replaces\` and its codes.`)
}

const otherAudio = ({ context: { replaced } }: ReleaseForRules): readonly Hit[] =>
  (replaced?.otherAudio ?? []).flatMap(({ index, isrc, hasReason, use }): Hit[] => {
    if (!replaced) return []
    if (use) {
      const where = `release ${named({ title: use.releaseTitle, releaseId: use.releaseId })}`
      return use.isrc === null
        ? [
            {
              pointer: pointerTo('tracks', index, 'isrc'),
              message: `${isrc} has other audio here than on ${where}, which was also delivered with it.`,
              fix: 'Give this recording its own ISRC, or use the upload of that recording.',
            },
          ]
        : [
            {
              pointer: pointerTo('tracks', index, 'isrc'),
              message: `The audio was already delivered as ISRC ${use.isrc} on ${where}. It cannot be ISRC ${isrc} too.`,
              fix: `Use ISRC ${use.isrc}, or other audio.`,
            },
          ]
    }
    return hasReason
      ? []
      : [
          {
            pointer: pointerTo('tracks', index, 'uploadId'),
            message: `${isrc} has other audio here than on the replaced release ${named(replaced)}, and no reason is given.`,
            fix: 'Send `audioChangeReason` in an update of this release, use the upload of the replaced release, or give this recording its own ISRC.',
          },
        ]
  })

/** Findings about the replaced release. */
export const replacementRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'replaced_release_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'The replaced release must be a delivered one of the account',
    fix: 'Use the id of a release of your account, or remove `replaces`.',
    source: 'GS1 General Specifications; DDEX ERN 4.3 ReleaseId/ICPN',
    check: isUnknown,
  }),
  defineRule({
    id: 'replaced_release_not_down',
    severity: 'error',
    appliesTo: 'release',
    title: 'The replaced release must be taken down everywhere',
    fix: 'Take that release down at all outlets. When it is down everywhere, submit this one.',
    source: 'GS1 General Specifications; ISO 3901:2019',
    check: isNotDown,
  }),
  defineRule({
    id: 'replaced_release_taken',
    severity: 'error',
    appliesTo: 'release',
    title: 'A release has at most one replacement',
    fix: 'Remove `replaces` and the codes of that release.',
    source: 'GS1 General Specifications; ISO 3901:2019',
    check: isTaken,
  }),
  defineRule({
    id: 'replacement_audio',
    severity: 'error',
    appliesTo: 'track',
    title: 'Other audio under the ISRC of a replaced release needs a reason',
    fix: 'Give a reason for the other audio, use the upload of the replaced release, or give this recording its own ISRC.',
    source: 'ISO 3901:2019',
    check: otherAudio,
  }),
]
