import type { Config } from '../../config/config.ts'
import type { Feature, ProcessRole } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { allowedTargets } from '../../platform/outgoing/allowed-targets.ts'
import { deriveKeys, type Keys } from '../../platform/secrets/encryption.ts'
import type { SealedValues } from '../../platform/secrets/reseal.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AccessByMaker, Audit } from '../people/index.ts'
import { applyConfigured } from './configured/apply-configured.ts'
import { readConfigured } from './configured/read-configured.ts'
import { messageService } from './message-log.ts'
import { deleteOldMessages } from './messages/message-queries.ts'
import { bindWebhooks } from './routes.ts'
import { sealedWebhookSecrets } from './sealed-secrets.ts'
import { type WebhookNetwork, webhookNetwork } from './sending/post-message.ts'
import { resumeAllMessages, resumeJob } from './sending/resume-messages.ts'
import { type SendTurn, sendSlowWebhookMessage, sendWebhookMessage } from './sending/send-job.ts'
import { maxMessages, type SendingWorker, sendMessage } from './sending/send-message.ts'
import { webhookService } from './service.ts'
import { deleteWebhooksOf, listAccountsOfMaker, listAllWebhooks, listWebhooksOf } from './webhook-queries.ts'

export { checkConfigured } from './configured/check-configured.ts'
export { readConfigured } from './configured/read-configured.ts'

const pruneWebhookMessages = defineJob<Record<string, never>>('pruneWebhookMessages')

const keptMs = 30 * 24 * 60 * 60_000
/** Deleted with one statement. */
const pruneLimit = 1_000

export interface WebhooksOptions {
  readonly config: Pick<Config, 'webhookTargets' | 'webhooksFile' | 'webhooksPerAccount'>
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly jobs: Jobs
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'isKnown'>
  /** A worker does not apply the file of webhooks. */
  readonly role: ProcessRole
  readonly secrets: Keys
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** What tests use instead of the Internet and of three days. */
  readonly webhookSending?: WebhookSending | undefined
}

export interface WebhookSending {
  readonly network?: WebhookNetwork
  readonly retryDelaysMs?: readonly number[]
}

export interface WebhooksFeature extends Feature {
  readonly byMaker: AccessByMaker
  /** Their secrets as they are stored. */
  readonly sealed: SealedValues
  /** Reads the file of webhooks again; what is wrong with it is logged, and nothing changes. */
  reload(): Promise<void>
  /** Has everything sent that is due. */
  resume(trx: Transaction): Promise<void>
}

/** Events sent to the addresses of an account (Standard Webhooks 1.0.0): signed, retried, logged. */
function webhooksFeature({ config, secrets, role, webhookSending = {}, ...options }: WebhooksOptions): WebhooksFeature {
  const { database, clock, log } = options
  const secretKeys = deriveKeys(secrets, 'webhook secrets')
  const targets = allowedTargets(config.webhookTargets)
  const { network = webhookNetwork, retryDelaysMs } = webhookSending
  const sender = { ...options, secretKeys, targets, network, retryDelaysMs }
  const send = (worker: SendingWorker) => (turn: SendTurn) => sendMessage({ ...sender, ...worker }, turn)
  const webhooks = webhookService({ ...options, targets, secretKeys, quota: config.webhooksPerAccount })
  const apply = async (): Promise<void> => {
    if (role !== 'worker') await applyConfigured({ ...options, secretKeys }, await readConfigured(config))
  }
  return {
    byMaker: {
      // A webhook makes nothing.
      listIds: async () => [],
      list: listWebhooksOf,
      listAccounts: (maker) => listAccountsOfMaker(database.system, maker),
      end: deleteWebhooksOf,
    },
    start: apply,
    reload: () => apply().catch((error: unknown) => log.error('webhooks.configuration_refused', { error })),
    resume: (trx) => resumeAllMessages(options.jobs, trx),
    sealed: sealedWebhookSecrets(database, secretKeys),
    bind: (http) => bindWebhooks(http, webhooks, messageService(options)),
    jobs: [
      jobHandler({ job: sendWebhookMessage, lane: 'webhooks', handle: send({ isForSlow: false }) }),
      jobHandler({ job: sendSlowWebhookMessage, lane: 'slowWebhooks', handle: send({ isForSlow: true }) }),
      resumeJob(options),
      jobHandler({
        job: pruneWebhookMessages,
        cron: '40 * * * *',
        handle: () => pruneMessages(database, new Date(clock.now() - keptMs)),
      }),
    ],
  }
}

async function pruneMessages(database: Database, endedBefore: Date): Promise<void> {
  for (const { accountId, id } of await listAllWebhooks(database.system)) {
    const request = { webhookId: id, endedBefore, kept: maxMessages, limit: pruneLimit }
    while ((await deleteOldMessages(database.tenant(accountId), request)) === pruneLimit);
  }
}

export const webhooks = defineFeature({
  name: 'webhooks',
  needs: [
    'config',
    'database',
    'clock',
    'ids',
    'log',
    'jobs',
    'audit',
    'accounts',
    'role',
    'secrets',
    'isHeld',
    'webhookSending',
  ],
  make: webhooksFeature,
})
