import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { contactRetentionJob } from './retention-job.ts'
import { bindContact } from './routes.ts'
import { type ContactService, contactService } from './service.ts'

export type { ContactMessage } from './contact-queries.ts'
export type { ContactService } from './service.ts'

/** The page where people ask for access, and the messages they left. */
export interface ContactFeature extends Feature {
  readonly service: ContactService
}

export interface ContactOptions {
  readonly config: Pick<Config, 'publicUrl' | 'contactEmail' | 'contactRetentionDays'>
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
}

function contactFeature({ config, ...rest }: ContactOptions): ContactFeature {
  const service = contactService(rest)
  return {
    service,
    jobs: [contactRetentionJob({ ...rest, retentionDays: config.contactRetentionDays })],
    bind: (http) => bindContact(http, service, { baseUrl: config.publicUrl, contactEmail: config.contactEmail }),
  }
}

export const contact = defineFeature({
  name: 'contact',
  needs: ['config', 'database', 'ids', 'clock', 'log', 'diskReserve'],
  make: contactFeature,
})
