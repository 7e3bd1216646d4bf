import type { ProgramRunner } from '../../../platform/programs/run-program.ts'
import type { DeliveryMessage } from '../../outlets/index.ts'
import { judgeAnswer } from '../messages/judge-answer.ts'
import {
  findUnsentBefore,
  type MessageRecord,
  markCompleting,
  markSent,
  saveAnswer,
} from '../messages/message-queries.ts'
import { batchIdOf } from '../packages/package-paths.ts'
import type { StorePackage } from '../packages/write-package.ts'
import type { StoreOutletOptions } from '../sending/connect-to-store.ts'
import type { MessageChannel } from '../sending/message-channel.ts'
import { packageOf } from '../sending/package-of-message.ts'
import type { PreparedMessage } from '../sending/prepare-message.ts'
import { findOrWriteMessage } from '../sending/write-message.ts'
import { callProgram } from './call-program.ts'
import type { ProgramSettings } from './program-settings.ts'
import { openRunFolder, type RunFolderOptions } from './run-folder.ts'

export interface ProgramChannelOptions extends StoreOutletOptions {
  readonly runner: ProgramRunner
  readonly findRunFolder: () => Promise<RunFolderOptions>
}

export interface OpenProgram {
  readonly settings: ProgramSettings
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Sends by running a program. `completing_at` is committed before each run: from then on the store may have the package,
 * whatever becomes of the run.
 */
export const programChannel = (options: ProgramChannelOptions, open: OpenProgram): MessageChannel => ({
  ...options,
  settings: open.settings,
  settle: (message) => settleRuns(options, message),
  send: (prepared) => sendByProgram(options, open, prepared),
  readAnswer: async ({ message, record }) =>
    record.answer === null
      ? undefined
      : (await judgeAnswer(options.database.tenant(message.accountId), record, record.answer)).outcome,
})

/** A run that began counts as sent: what it did before it failed is unknown. */
async function settleRuns(
  { database, clock }: StoreOutletOptions,
  { accountId, deliveryId, round }: DeliveryMessage,
): Promise<void> {
  const tenant = database.tenant(accountId)
  for (const { id, completingAt } of await findUnsentBefore(tenant, deliveryId, round))
    if (completingAt !== null) await markSent(tenant, id, new Date(clock.now()))
}

async function sendByProgram(
  options: ProgramChannelOptions,
  { settings, variables }: OpenProgram,
  prepared: PreparedMessage,
): Promise<MessageRecord> {
  const { database, clock, runner } = options
  const { message, access, input } = prepared
  const record = await findOrWriteMessage(options, prepared)
  if (record.sentAt !== null) return record
  await settleRuns(options, message)
  const tenant = database.tenant(message.accountId)
  const content = packageOf(record, prepared)
  const about = aboutPackage(record, prepared, content)
  const folder = await openRunFolder(await options.findRunFolder(), { ...content, about }, access.signal)
  try {
    await markCompleting(tenant, record.id, new Date(clock.now()))
    const { purpose } = input
    const { signal } = access
    const answer = await callProgram(runner, { settings, folder, variables, purpose, signal })
    const sentAt = new Date(clock.now())
    await database.tenantTransaction(message.accountId, async (trx) => {
      await markSent(trx, record.id, sentAt)
      await saveAnswer(trx, record.id, answer)
    })
    return { ...record, sentAt, answer }
  } finally {
    await folder.remove()
  }
}

/** `message.json`, for programs that need not read the XML. Nothing in it is text of the release. */
function aboutPackage(
  record: MessageRecord,
  { input, message, settings }: PreparedMessage,
  { messageName, files }: StorePackage,
): object {
  return {
    purpose: input.purpose,
    messageId: record.id,
    attempt: message.attempt,
    batch: batchIdOf(record.batch),
    outlet: message.outletId,
    deliveryId: message.deliveryId,
    releaseId: message.releaseId,
    revision: message.revision,
    isTest: settings.isTest,
    message: { path: messageName, sha256: record.sha256 },
    files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  }
}
