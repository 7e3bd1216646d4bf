import type { MessageComparison } from '@spindle/contract'
import { collectInTurns } from '../../platform/concurrency/collect-in-turns.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { compareRevisions, type Releases } from '../releases/index.ts'
import { compareXml } from './compare/compare-xml.ts'
import { describeChanges } from './compare/describe-changes.ts'
import { leaveOutUntaken } from './compare/leave-out-untaken.ts'
import { readMessage } from './compare/message-tree.ts'
import { writeWhole } from './messages/ern-message.ts'
import { findMessageOfRelease, findSentTo, type MessageRecord } from './messages/message-queries.ts'
import { findHeldOffer } from './messages/what-store-has.ts'
import { type PreviewSources, previewInput } from './preview-message.ts'

/** What an update would change at a store, against the message that the store has. */

export interface ComparisonSources extends PreviewSources {
  readonly releases: Pick<Releases, 'readContent' | 'readRevision'>
}

/** More than a person reads; messages that differ in more places are better read as a whole. */
const maxXmlChanges = 1000

/** So many take a few milliseconds. */
const changesAtATime = 100

export async function compareMessage(
  sources: ComparisonSources,
  tenant: Tenant,
  { releaseId, outlet }: { readonly releaseId: string; readonly outlet: string },
): Promise<MessageComparison> {
  const { revision, input } = await previewInput(sources, tenant, { releaseId, outlet })
  const before = await findWhatItHas(tenant, releaseId, outlet)
  const frozen = before && (await sources.releases.readRevision(tenant, releaseId, before.revision))
  if (!before || !frozen) return { outlet, revision, against: null, changes: [], xml: [], xmlChanges: 0 }
  // What belongs to the message itself, and not to the release, is taken from the older one.
  const identity = { messageId: before.id, threadId: before.deliveryId, createdAt: before.createdAt.toISOString() }
  const after = await writeWhole({
    ...input,
    identity,
    providesFiles: before.provides,
    isUpdate: saysUpdate(before.xml),
  })
  const xml = await collectInTurns(compareXml(readMessage(before.xml), readMessage(after)), changesAtATime)
  const { release, tracks, receiver } = input
  const changes = leaveOutUntaken(compareRevisions(frozen, { document: release, tracks }), {
    before: frozen.document,
    after: release,
    tracks,
    takes: receiver.takes,
  })
  return {
    outlet,
    revision,
    against: {
      messageId: before.id as `msg_${string}`,
      revision: before.revision,
      sentAt: (before.sentAt ?? before.createdAt).toISOString(),
    },
    changes: await collectInTurns(describeChanges(changes, receiver.ernVersion), changesAtATime),
    xml: xml.slice(0, maxXmlChanges),
    xmlChanges: xml.length,
  }
}

/** A `<` of a text is never written as it is. */
const saysUpdate = (xml: string): boolean => xml.includes('<UpdateIndicator>UpdateMessage<')

async function findWhatItHas(tenant: Tenant, releaseId: string, outletId: string): Promise<MessageRecord | undefined> {
  const held = findHeldOffer(await findSentTo(tenant, releaseId, outletId))
  return held && findMessageOfRelease(tenant, { releaseId, messageId: held.id })
}
