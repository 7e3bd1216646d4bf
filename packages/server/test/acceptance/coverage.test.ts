import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errors, operations } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'
import { isQueries, readSource, sourceFiles, storeFunctions } from './coverage/store-functions.ts'

/** Lists that must stay consistent: routes and contract, errors and their tests, tables and who may read them. */

const packages = fileURLToPath(new URL('../../../', import.meta.url))

describe('drift', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedHub()
  })

  it('the routes of the API are exactly the operations of the contract', () => {
    const routes = hub.hub.http.table
      .entries()
      .filter(({ kind }) => kind === 'api')
      .map(({ method, path }) => `${method} ${path}`)
    const declared = operations.map(({ method, path }) => `${method} ${path}`)
    expect(routes.sort()).toEqual(declared.sort())
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('the routes of the console are exactly its operations, and are outside the API', () => {
    const routes = hub.hub.http.table.entries().filter(({ kind }) => kind === 'console')
    const declared = consoleOperations.map(({ method, path }) => `${method} ${path}`)
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(declared.sort())
    expect(
      consoleOperations.filter(({ path, surface }) => !path.startsWith('/console/api/') || surface !== 'console'),
    ).toEqual([])
    expect(operations.filter(({ auth, surface }) => auth === 'session' || surface !== undefined)).toEqual([])
  })

  it('every code of the error catalogue is expected by a test', () => {
    const tests = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /^(contract|server)\/(src|test)\//.test(name) &&
        name.endsWith('.test.ts') &&
        !name.endsWith('coverage.test.ts'),
    )
    const text = tests.map((name) => readFileSync(`${packages}${name}`, 'utf8')).join('\n')
    const untested = Object.keys(errors).filter((code) => !new RegExp(`['"\`]${code}['"\`]`).test(text))
    expect(untested).toEqual([])
  })

  describe('tenant tables', () => {
    interface Table {
      readonly name: string
      readonly isOfAccounts: boolean
      readonly isWalled: boolean
    }
    let tables: readonly Table[]
    beforeAll(async () => {
      tables = await hub.opened.database.system.rows<Table>(
        `select relname as name,
                exists (select 1 from pg_attribute where attrelid = c.oid and attname = 'account_id') as "isOfAccounts",
                relrowsecurity and relforcerowsecurity
                  and exists (select 1 from pg_policy where polrelid = c.oid and polname = 'tenant') as "isWalled"
         from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      )
    })

    it('have the second wall, row-level security, all of them', () => {
      const open = tables.filter(({ isOfAccounts, isWalled }) => isOfAccounts && !isWalled).map(({ name }) => name)
      expect(open).toEqual([])
    })

    it('are all tables but these', () => {
      const others = tables.filter(({ isOfAccounts }) => !isOfAccounts).map(({ name }) => name)
      expect(others.sort()).toEqual(Object.keys(tablesOfNobody).sort())
    })

    it('are asked through a Tenant, with these exceptions', () => {
      const names = tables.filter(({ isOfAccounts }) => isOfAccounts).map(({ name }) => name)
      const found = storeFunctions(names)
      const through = found.filter(({ tables: named }) => named.length > 0)
      // The parser of the sources finds what exists.
      expect(through.length).toBeGreaterThan(60)
      const across = through
        .filter(({ firstParameter, unwraps }) => unwraps || !/^Tenant(Transaction)?$/.test(firstParameter ?? ''))
        .map(({ name }) => name)
      expect(across.sort()).toEqual(Object.keys(acrossAccounts).sort())
    })

    it('are named by no statement outside the stores', () => {
      const names = tables.map(({ name }) => name).join('|')
      const statement = new RegExp(
        `\\b(from|join|into|update)\\s+(${names})\\b[\\s\\S]{0,80}?\\b(where|set|values|select|\\()`,
        'i',
      )
      const strays = sourceFiles().filter(
        (name) =>
          !isQueries(name) &&
          !name.startsWith('platform/database/') &&
          statement.test(withoutComments(readSource(name))),
      )
      expect(strays).toEqual([])
    })
  })
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Tables without an account, with the reason. */
const tablesOfNobody = {
  accounts: 'the accounts themselves',
  signing_keys: 'of the authorization server',
  oauth_clients: 'programs that the operator registered',
  oauth_payloads: 'what the authorization server remembers between two requests',
  contact_messages: 'of people who have no account yet',
  passkeys: 'of a person',
  outside_identities: 'what the outside provider calls a person',
  outside_requests: 'of a browser that went to the outside provider',
  backup_checks: 'of the hub',
  backup_runs: 'of the hub',
  challenges: 'questions to passkeys, before it is known whose they are',
  users: 'a person may belong to many accounts and to none',
  restore_drills: 'of the hub',
  restores: 'of the hub',
  scrub_progress: 'of the hub',
  upload_scrubs: 'of uploads across accounts, for the operator alone',
  sessions: 'of a person, whatever the account it looks at',
  notice_settings: 'of a person: the account is what the choice is about',
  mail_outbox: 'of the hub: mail to people, whatever their accounts',
  user_links: 'of the hub, and of people who come back',
  hub_audit_events: 'what concerns the hub as a whole, or one person',
  hub_identity: 'the secret and the public URL of the hub',
  feed_timelines: 'the hub counts how often its database went back in time',
  nodes: 'of the hub: the processes that run',
  properties: 'of the hub: which properties have a token',
  property_holders: 'of the hub: which properties each process has tokens of',
  property_verifications: 'of the hub: when properties were verified last',
  refused_verifications: 'of the hub: a refused token names nobody',
  property_activity: 'of the hub: when properties were heard of last',
  release_search: 'words carry their account; what is found is looked up in releases',
  isrc_counters: 'the hub counts the codes it assigns',
  plays: 'raw plays name a series, which belongs to an account',
  play_deltas: 'the same, until they are folded',
  play_packs: 'the same, of large batches',
  play_lanes: 'of the hub: since when plays wait to be folded',
  play_batch_numbers: 'of the hub: which number a batch of raw plays gets',
  play_batches: 'batches of raw plays, of every property',
  play_segments: 'files of raw plays, of every property',
  spindle_migrations: 'of the schema',
  outlets: 'stores are added by the operator, for all accounts',
  switched_outlets: 'outlets belong to the hub; the operator switches them',
  storage_identity: 'of the hub: which storage belongs to the database',
} as const

/** Statements on tenant tables that run across accounts, with the reason. */
const acrossAccounts: Readonly<Record<string, string>> = {
  'features/accounts/account-queries.ts#findActiveClientRow': 'a token names its client; whose it is comes out of this',
  'features/renditions/rendition-queries.ts#sumRenditionBytes': 'a figure of the hub, for the operator',
  'features/accounts/usage-queries.ts#listUsage': 'what each account has, for the operator',
  'features/accounts/account-queries.ts#findAccountOfClient': 'a command of the operator',
  'features/accounts/account-queries.ts#listAccountsOfMaker':
    'an operator is shown what a person left behind, by account',
  'features/keys/key-queries.ts#listAccountsOfMaker': 'the same of keys',
  'features/webhooks/webhook-queries.ts#listAccountsOfMaker': 'the same of webhooks',
  'features/auth/authorization/native-clients/native-client-queries.ts#listAccountsOfMaker': 'the same of client ids',
  'features/auth/authorization/native-clients/native-client-queries.ts#findNativeClient':
    'a program names its client; whose it is comes out of this',
  'features/keys/key-queries.ts#listLiveKeys': 'one statement for all streams of a node: whose right is gone',
  'features/people/sessions/session-queries.ts#listLiveSessions': 'the same for people',
  'features/people/users/link-queries.ts#deleteAllInvitationsBy':
    'a person who is disabled made them in several accounts',
  'features/auth/authorization/connection-queries.ts#deleteConnectionsOfUser': 'a person signs out everywhere',
  'features/auth/authorization/connection-queries.ts#findConnectionOfGrant':
    'a grant names no account; whose it is comes out of this',
  'features/auth/authorization/connection-queries.ts#deleteConnectionOfGrant': 'the same, when the grant ends',
  'features/auth/authorization/connection-queries.ts#setConnectionUsed': 'the same, when it gets a token',
  'features/auth/authorization/connection-queries.ts#listConnectionsOfUser':
    'a person is told who acts for it, everywhere',
  'features/auth/authorization/connection-queries.ts#deleteConnectionOfUser': 'a person ends what it allowed',
  'features/auth/authorization/connection-queries.ts#deleteConnectionsOfClient': 'a command of the operator',
  'features/auth/authorization/connection-queries.ts#deleteOldConnections': 'a job that forgets what has ended',
  'features/drops/drop-queries.ts#insertDrop': 'a command of the operator, who names drops across accounts',
  'features/drops/drop-queries.ts#listDropRows': 'the same',
  'features/bulk/bulk-queries.ts#deleteEnded': 'a job deletes what ended long ago, of every account',
  'features/bulk/bulk-queries.ts#listStuckAccounts': 'a job that looks for what is due',
  'features/transfers/transfer-queries.ts#listWaitingTransfers': 'a job that looks for what was forgotten',
  'features/drops/drop-queries.ts#findAccountOfDrop': 'the same',
  'features/drops/drop-queries.ts#listOverdueDrops': 'a job that looks for what was forgotten',
  'features/drops/drop-queries.ts#lockDropSecrets': 'a command of the operator replaces the secret of the hub',
  'features/drops/drop-queries.ts#saveDropSecret': 'the same',
  'features/imports/import-queries.ts#forgetMessages': 'a job that forgets the bytes of old messages',
  'features/imports/import-queries.ts#listWaitingImports': 'a job that looks for what was forgotten',
  'features/imports/tables/table-queries.ts#deleteOldTables': 'a job that deletes what is old',
  'features/imports/tables/table-queries.ts#listOpenTables': 'a job that looks for what was forgotten',
  'features/interchange/messages/message-queries.ts#findSentSince': 'a store answers in one folder for all accounts',
  'features/keys/key-queries.ts#findLiveKeyByDigest': 'a key names nobody; whose it is comes out of this',
  'features/keys/key-queries.ts#setLastUsed': 'one statement for the uses of all keys in the last seconds',
  'features/live/event-queries.ts#deleteLiveEvents': 'a job that forgets what is old',
  'features/live/event-queries.ts#findChanged':
    'one question for all streams of a node; it answers whose turn it is, nothing else',
  'features/parties/party-key-queries.ts#findUnkeyed': 'a job that reads again what an earlier version wrote',
  'features/people/users/link-queries.ts#findInvitation':
    'a link names nobody; whose invitation it is comes out of this',
  'features/people/membership/member-queries.ts#listMembershipsOf': 'a person is told where it belongs',
  'features/plays/activity/activity-queries.ts#findActivity':
    'how far each property follows its feed, for the operator',
  'features/plays/feed/feed-event-queries.ts#findFeedHead': 'the position of a property in its feed',
  'features/plays/feed/feed-event-queries.ts#findFeedHeads': 'one question for the streams of all properties',
  'features/plays/feed/feed-event-queries.ts#listFeedEvents': 'a property learns what changed in its feed',
  'features/plays/feed/feed-queries.ts#findAudio': 'a property hears what is live at it, of every account',
  'features/plays/feed/feed-queries.ts#findLiveCover': 'the same, of the cover of one release',
  'features/plays/feed/feed-queries.ts#findLiveRelease': 'the same, of one release',
  'features/plays/feed/feed-queries.ts#listFeed': 'the same, for the feed',
  'features/plays/ledger/counted-queries.ts#insertCounted': 'a job that counts the plays of all accounts',
  'features/plays/ledger/counted-queries.ts#insertPack': 'the same',
  'features/plays/ledger/counted-queries.ts#listSeriesNames':
    'a job that exports the plays of all accounts, for the operator',
  'features/plays/ledger/pg/days-queries.ts#listPlaysOfDay':
    'a job that exports the plays of all accounts, for the operator',
  'features/plays/rollups/fold-queries.ts#foldDeltas': 'a job that folds the plays of all accounts',
  'features/plays/rollups/months-queries.ts#listAccountsWithOpenMonths': 'a job that adds up months of all accounts',
  'features/plays/reportable-tracks-queries.ts#findReportableTracks':
    'a property reports what is live at it, of every account',
  'features/portability/exports/export-queries.ts#findHeadKeys': 'a job that compares files with rows',
  'features/portability/exports/export-queries.ts#listExpiredExports': 'a job that lets exports expire',
  'features/portability/exports/export-queries.ts#listOpenExports': 'a job that looks for what was forgotten',
  'features/releases/deliveries/delivery-queries.ts#findStuckDeliveries': 'a job that looks for what was forgotten',
  'features/releases/stores/store-queries.ts#countFailed': 'a page of the operator',
  'features/releases/stores/store-queries.ts#countHeld': 'an outlet is removed for all accounts',
  'features/releases/stores/store-queries.ts#findFailed': 'the same',
  'features/releases/stores/store-queries.ts#findOutletFigures': 'the same',
  'features/releases/submission/identifier-queries.ts#fillUpcPool':
    'the codes of the operator, before they belong to anybody',
  'features/releases/review/review-queries.ts#findAccountOf': 'a command of the operator',
  'features/releases/review/review-queries.ts#countWaitingReviews': 'the queue of the operator',
  'features/releases/review/review-queries.ts#findWaitingReviews': 'the same',
  'features/releases/takedown/planned-takedown-queries.ts#findDueTakedowns': 'a job that looks for what is due',
  'features/releases/trash/trash-queries.ts#findExpired': 'a job that looks for what is due',
  'features/reports/report-queries.ts#applyStaged':
    'a store report is about every account; one of an account about that alone',
  'features/reports/own-reports-queries.ts#countKeptBytes': 'named by its report, in the transaction that made it',
  'features/reports/report-queries.ts#endReport': 'the same, when it is taken back',
  'features/reports/report-queries.ts#findOverlapping': 'of one owner: the operator, or an account',
  'features/reports/report-queries.ts#findReport': 'the same',
  'features/reports/report-queries.ts#findReportOfFile': 'the same',
  'features/reports/report-queries.ts#findReportOfMessage': 'the same',
  'features/reports/report-queries.ts#insertReport': 'the same',
  'features/reports/report-queries.ts#listReplacedBy': 'named by its report',
  'features/reports/report-queries.ts#listReports': 'those of the operator',
  'features/reports/report-queries.ts#listShares': 'where its lines went, for the operator',
  'features/reports/report-queries.ts#listWaiting': 'what belongs to nobody, for the operator',
  'features/reports/report-queries.ts#listWaitingOwners': 'a job that finds out in whose reports something waits',
  'features/reports/report-queries.ts#matchWaiting': 'a job that finds out whose waiting lines are',
  'features/reports/own-reports-queries.ts#saveKeptBytes': 'named by its report, in the transaction that made it',
  'features/reports/set-aside-queries.ts#insertSetAside': 'lines of a report, for its owner or the operator',
  'features/reports/set-aside-queries.ts#listSetAside': 'the first of them, for its owner or the operator',
  'features/uploads/scrub/scrub-queries.ts#findDigested': 'the scrub',
  'features/uploads/scrub/scrub-queries.ts#listDigested': 'an operator who reads or repairs all uploads',
  'features/uploads/scrub/scrub-queries.ts#listDueProblems': 'the scrub',
  'features/uploads/scrub/scrub-queries.ts#listProblems': 'an operator',
  'features/uploads/scrub/scrub-queries.ts#replaceReceipt': 'an operator who repairs uploads',
  'features/uploads/scrub/scrub-queries.ts#saveExamined': 'the scrub',
  'features/uploads/scrub/scrub-queries.ts#sampleDigested': 'doctor looks whether bytes are as they were stored',
  'features/uploads/storage/identity-queries.ts#findKnownUploads': 'a start that asks whether the storage is known',
  'features/uploads/model/upload-queries.ts#deleteExpired': 'a job that forgets what has expired',
  'features/uploads/model/upload-queries.ts#findUploadStates': 'a job that compares files with rows',
  'features/uploads/model/upload-queries.ts#forgetPartialBytes': 'a restored hub has none of any account',
  'features/uploads/model/upload-queries.ts#replaceReceipts': 'the same',
  'features/uploads/model/upload-queries.ts#setReceipts':
    'where bytes lie that were stored anew, by the ids of their uploads',
  'features/uploads/model/upload-queries.ts#findStored': 'the same, when a file seems to be missing',
  'features/uploads/model/upload-queries.ts#findReady': 'the same, when files lie beside those that a row names',
  'features/uploads/model/upload-queries.ts#listByPlace': 'the same, from the other side',
  'features/uploads/model/upload-queries.ts#listOverdue': 'a job that lets uploads expire',
  'features/uploads/model/upload-queries.ts#listUndigested': 'a backup finds the digests that nobody has found yet',
  'features/uploads/model/upload-queries.ts#listUnfinished': 'a job that finishes what a crash interrupted',
  'features/webhooks/messages/message-queries.ts#listOverdueWebhooks': 'a job that looks for what was forgotten',
  'features/notices/notice-queries.ts#collectEvents': 'one job gives the events of all accounts to their people',
  'features/notices/notice-queries.ts#deleteAllNotices': 'a restored hub forgets them',
  'features/notices/notice-queries.ts#deleteOldNotices': 'what no worker took, of all accounts',
  'features/notices/notice-queries.ts#listDue': 'a job tells people of all accounts',
  'features/notices/notice-queries.ts#takeTallies': 'of one person: operators read of several accounts',
  'features/webhooks/webhook-queries.ts#listActiveWebhooks': 'the file of the operator names webhooks of all accounts',
  'features/webhooks/webhook-queries.ts#listAllWebhooks': 'a job that looks after the log of each',
  'features/webhooks/webhook-queries.ts#lockSealedSecrets': 'a command of the operator replaces the secret of the hub',
  'features/webhooks/webhook-queries.ts#saveSealedSecrets': 'the same',
  'http/idempotency/record-queries.ts#forgetAllRecords':
    'a command of the operator replaces a lost secret, which sealed them',
}
