import { readdirSync } from 'node:fs'
import {
  countedKinds,
  type DeliveryEventType,
  type DeliveryStatus,
  type KeyStatus,
  type ReleaseEventType,
  type UploadStatus,
  type WebhookStatus,
  webhookEventTypes,
} from '@spindle/contract'
import { memberTopics, operatorTopics } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LiveEventRow } from '../../src/features/live/event-queries.ts'
import type { NoticeFacts } from '../../src/features/notices/notice-queries.ts'
import { kinds } from '../../src/features/notices/texts.ts'
import { lastOwnerCheck } from '../../src/features/people/membership/member-queries.ts'
import { feedLock } from '../../src/features/plays/feed/feed-queries.ts'
import { erasureSetting } from '../../src/features/portability/erase-account.ts'
import {
  type SendTurn,
  sendSlowWebhookMessage,
  sendWebhookMessage,
  slowQueueOf,
} from '../../src/features/webhooks/sending/send-job.ts'
import { jobLostState } from '../../src/platform/database/job-commits/held-job.ts'
import { jobNoticeCode } from '../../src/platform/database/job-commits/wake-workers.ts'
import { readFunctions, type SchemaFunction } from '../../src/platform/database/schema/schema-functions.ts'
import { accountSetting } from '../../src/platform/database/sql.ts'
import { migrationsDirectory } from '../../src/platform/open-database.ts'
import type { IdPrefix } from '../../src/platform/values/ids.ts'
import { readSource, sourceFiles } from './coverage/store-functions.ts'

/**
 * Constants that the functions of the database share with TypeScript are defined once on each side. This test compares
 * both sides, so that neither changes alone.
 */

const turn = { accountId: '', messageId: '', turn: 0 } satisfies Record<keyof SendTurn, unknown>

/** Texts in the functions that TypeScript has too, by where it has them. The types name what is a list there. */
const shared: readonly string[] = [
  ...[sendWebhookMessage, sendSlowWebhookMessage].map(({ name }) => name),
  slowQueueOf(''),
  ...Object.keys(turn),
  ...webhookEventTypes,
  jobLostState,
  jobNoticeCode,
  lastOwnerCheck,
  accountSetting,
  erasureSetting,
  feedLock,
  countedKinds[0],
  `${'whm' satisfies IdPrefix}_`,
  ...(['release', 'delivery', 'upload', 'key'] satisfies LiveEventRow['kind'][]),
  ...(['active', 'revoked'] satisfies KeyStatus[]),
  'active' satisfies WebhookStatus,
  ...(['awaiting_data', 'received', 'analysing', 'rejected', 'expired'] satisfies UploadStatus[]),
  'taken_down' satisfies DeliveryStatus,
  ...Object.keys({ ...memberTopics, ...operatorTopics }),
  // The two of exports are made of their status.
  ...Object.keys(kinds).filter((kind) => !kind.startsWith('export_')),
  ...(['id', 'title', 'reason', 'outlet'] satisfies (keyof NoticeFacts)[]),
  ...([
    'release.submitted',
    'release.approved',
    'release.changes_requested',
    'release.rejected',
    'release.live',
    'release.delivery_failed',
    'release.taken_down',
    'delivery.refused',
  ] satisfies (ReleaseEventType | DeliveryEventType)[]),
]

/** Texts that mean something to PostgreSQL or to people, and members of the JSON that receivers of webhooks read. */
const ownTexts: readonly string[] = [
  '',
  ' ',
  ' done, ',
  ' refused',
  ' to ',
  ' unchanged, ',
  ', ',
  'UTC',
  'YYYY-MM-DD',
  'export_',
  'incomplete',
  'message',
  'operator',
  'outletId',
  'refused',
  'table',
  'type',
  '% is only ever added to',
  ',',
  ',0,0,0,0,0',
  '0',
  '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  '2000-01-01',
  'DELETE',
  'INSERT',
  'The account % would have no owner',
  'UPDATE',
  'a job can run',
  'account_audit_events',
  'check_violation',
  'deleted',
  'feed_positions',
  'hex',
  'id',
  'insufficient_privilege',
  'job %s is not held by %s',
  'on',
  'owner',
  'owners ',
  'releaseId',
  'source',
  'spindle.usage',
  'status',
  'utc',
  'webhooks ',
  '{}',
]

const withoutComments = ({ text }: SchemaFunction): string => text.replaceAll(/--.*/g, '')
const textsOf = (function_: SchemaFunction): string[] =>
  [...withoutComments(function_).matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text)

describe('functions of the database', () => {
  let functions: readonly SchemaFunction[]
  beforeAll(async () => {
    functions = await readFunctions(migrationsDirectory)
  })

  it('name jobs, queues, events, states and settings as TypeScript does', () => {
    const found = new Set(functions.flatMap(textsOf))
    expect([...found].sort()).toEqual([...new Set([...shared, ...ownTexts])].sort())
  })

  it('make a message for every type of event that a webhook can ask for, each in one place', () => {
    const made = functions.flatMap((function_) =>
      [...withoutComments(function_).matchAll(/add_webhook_messages\([\w.]+, '([^']*)'/g)].map(([, type = '']) => type),
    )
    expect(made.sort()).toEqual([...webhookEventTypes].sort())
  })

  it('enqueue jobs under names of TypeScript alone', () => {
    const enqueuing = functions.filter(
      (function_) => function_.functionName !== 'enqueue_job' && withoutComments(function_).includes('enqueue_job('),
    )
    expect(enqueuing.map(({ functionName }) => functionName)).toEqual(['add_webhook_messages'])
    const names = textsOf(enqueuing[0] as SchemaFunction).filter((text) => /^[a-z]+[A-Z]\w*Message$/.test(text))
    expect(names.sort()).toEqual([sendSlowWebhookMessage.name, sendWebhookMessage.name])
  })
})

describe('jobs and queues', () => {
  const sources = sourceFiles().map((file) => ({ file, text: readSource(file) }))
  const all = sources.map(({ text }) => text).join('\n')
  const repeated = (texts: readonly string[]): string[] => texts.filter((text, at) => texts.indexOf(text) !== at)

  it('have names that occur once in the sources', () => {
    const names = [...all.matchAll(/\bdefineJob(?:<[^(]*>)?\('(\w+)'/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(30)
    expect(repeated(names)).toEqual([])
    expect(names.filter((name) => all.split(`'${name}'`).length !== 2)).toEqual([])
  })

  it('have queues whose names are made in one place', () => {
    const queues = [...all.matchAll(/\bqueue: (`[^`]*`|'[^']*')/g)].map(([, queue = '']) => queue)
    expect(queues.length).toBeGreaterThan(3)
    expect(repeated(queues)).toEqual([])
    const elsewhere = [...all.matchAll(/=> (`[^`]*`)/g)].map(([, text = '']) => text)
    expect(queues.filter((queue) => elsewhere.includes(queue))).toEqual([])
  })
})

describe('comments that name a file of SQL', () => {
  const placeholders = ['NAME', 'NNNN-name']
  const named = sourceFiles().flatMap((file) =>
    [...readSource(file).matchAll(/\b(?:migrations\/)?(?:functions\/)?([\w-]+)\.sql\b/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  const filesOf = (folder: string): string[] =>
    readdirSync(folder).flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -'.sql'.length)] : []))

  it('name one that exists', () => {
    const files = new Set([...filesOf(migrationsDirectory), ...filesOf(`${migrationsDirectory}/functions`)])
    expect(named.filter(({ name }) => !files.has(name) && !placeholders.includes(name))).toEqual([])
  })

  it('lead to every function, from the code that relies on it', () => {
    const arrows = new Set(named.map(({ name }) => name))
    expect(filesOf(`${migrationsDirectory}/functions`).filter((name) => !arrows.has(name))).toEqual([])
  })
})
