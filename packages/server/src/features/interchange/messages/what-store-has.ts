import type { ResendFiles } from '@spindle/contract'
import { outcomeOf, saysFilesAreMissing } from '../packages/answer-outcome.ts'
import type { LeftMessage } from './message-queries.ts'

/** What a store has of a release, read from the messages that left for it, the newest first. */

type Left = readonly Pick<LeftMessage, 'purpose' | 'answer'>[]

const outcome = ({ purpose, answer }: Left[number]) => answer && outcomeOf(answer, purpose).result
const isRefused = (message: Left[number]): boolean => outcome(message) === 'refused'
const isAccepted = (message: Left[number]): boolean => outcome(message) === 'accepted'

/** Offers that no takedown has ended. One that the store refused ended nothing. */
function openOffers<M extends Left[number]>(left: readonly M[]): M[] {
  const end = left.findIndex((message) => message.purpose === 'takedown' && !isRefused(message))
  return (end === -1 ? left : left.slice(0, end)).filter(({ purpose }) => purpose === 'offer')
}

/** Whether the store was offered the release, without a takedown since. It may change its mind about one it refused. */
export const mayHaveRelease = (left: Left): boolean => openOffers(left).length > 0

/** Whether the store has refused every offer. */
export const refusedEveryOffer = (left: Left): boolean => openOffers(left).every(isRefused)

/** The offer that the store has, as far as it has not refused it. */
export const findHeldOffer = <M extends Left[number]>(left: readonly M[]): M | undefined =>
  openOffers(left).find((message) => !isRefused(message))

/** The offer that the store has accepted. */
export const findAcceptedOffer = <M extends Left[number]>(left: readonly M[]): M | undefined =>
  openOffers(left).find(isAccepted)

/** Whether the store has these files, by their digests, from an offer before. */
export function hasFiles(
  left: readonly Pick<LeftMessage, 'purpose' | 'answer' | 'files' | 'provides'>[],
  files: string,
  resend: ResendFiles,
): boolean {
  if (resend === 'always') return false
  for (const offer of openOffers(left)) {
    if (offer.files !== files || (offer.answer && saysFilesAreMissing(offer.answer))) return false
    if (isAccepted(offer)) return true
    // For one that was refused for another reason, or is not answered yet, the offer before it decides.
    if (resend === 'until_sent' && offer.provides && !isRefused(offer)) return true
  }
  return false
}
