import type { DeliveryOutcome } from '../../outlets/index.ts'
import type { Answer } from './mailbox.ts'

const availableThere = 'ReleaseMadeAvailableToConsumers'
/** Words of ErncFileStatus and SupplyChainStatus that say that the store has it. */
const taken: ReadonlySet<string> = new Set([
  'FileOK',
  'ReleaseReceivedByReleaseDistributor',
  'SuccessfullyIngestedByReleaseDistributor',
  availableThere,
])
/** To a takedown these say that it worked. */
const withoutDeals: ReadonlySet<string> = new Set([
  'NoDealInNewReleaseMessage',
  'NoDealForTrackRelease',
  'ReleaseNotAvailable',
])

/** Every answer to a takedown that does not refuse it. */
export const takedownAccepted: readonly string[] = [...taken, ...withoutDeals]

/** The last as the knowledge base of DDEX spells it. */
const missingFiles: ReadonlySet<string> = new Set([
  'ResourceMissing',
  'ResourceBinariesMissing',
  'ResouceBinariesMissing',
])
export const saysFilesAreMissing = ({ status }: Pick<Answer, 'status'>): boolean => missingFiles.has(status)

const snakeCase = (word: string): string =>
  word
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .toLowerCase()
    .slice(0, 64)

export function outcomeOf(
  answer: Pick<Answer, 'status' | 'text'>,
  purpose: 'offer' | 'takedown',
): Exclude<DeliveryOutcome, { result: 'sent' }> {
  if (taken.has(answer.status) || (purpose === 'takedown' && withoutDeals.has(answer.status)))
    return { result: 'accepted', refusedTracks: [], isLive: answer.status === availableThere }
  return {
    result: 'refused',
    code: snakeCase(answer.status) || 'unknown',
    message: answer.text || `The store answered ${answer.status}.`,
  }
}
