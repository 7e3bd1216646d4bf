import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errors, operations } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { isStore, readSource, sourceFiles, storeFunctions } from './coverage/store-functions.ts'

/** What must not drift apart: routes and contract, errors and their tests, tables and whoever may read them. */

const packages = fileURLToPath(new URL('../../../', import.meta.url))

describe('drift', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
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

  it('the routes of the console are exactly its operations, and stand outside the API', () => {
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
      // The reading of the sources finds what is there.
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
          !isStore(name) && !name.startsWith('platform/database/') && statement.test(withoutComments(readSource(name))),
      )
      expect(strays).toEqual([])
    })
  })
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Tables without an account, and why that is right. */
const tablesOfNobody = {
  accounts: 'the accounts themselves',
  signing_keys: 'of the authorization server',
  oauth_clients: 'programs that the operator registered',
  oauth_payloads: 'what the authorization server remembers between two requests',
  contact_messages: 'of people who have no account yet',
  passkeys: 'of a person',
  outside_identities: 'what the outside provider calls a person',
  outside_requests: 'of a browser that went to the outside provider',
  challenges: 'questions to passkeys, before it is known whose they are',
  users: 'a person may belong to many accounts and to none',
  sessions: 'of a person, whatever the account it looks at',
  user_links: 'of the hub, and of people who come back',
  hub_audit_events: 'what concerns the hub as a whole, or one person',
  feed_timelines: 'the hub counts how often its database went back in time',
  properties: 'of the hub: which properties have a token',
  property_verifications: 'of the hub: when properties were verified last',
  refused_verifications: 'of the hub: a refused token names nobody',
  property_activity: 'of the hub: when properties were heard of last',
  release_search: 'words carry their account; what is found is looked up in releases',
  isrc_counters: 'the hub counts the codes it assigns',
  plays: 'raw plays name a series, which belongs to an account',
  play_deltas: 'the same, until they are folded',
  spindle_migrations: 'of the schema',
  switched_outlets: 'outlets belong to the hub; the operator switches them',
  storage_identity: 'of the hub: which storage belongs to the database',
} as const

/** Statements on tenant tables that run across accounts, and why they must. */
const acrossAccounts: Readonly<Record<string, string>> = {
  'features/accounts/store.ts#findActiveClientRow': 'a token names its client; whose it is comes out of this',
  'features/accounts/usage-store.ts#listUsage': 'what each account has, for the operator',
  'features/accounts/store.ts#findAccountOfClient': 'a command of the operator',
  'features/auth/authorization/connection-store.ts#findConnectionOfGrant':
    'a grant names no account; whose it is comes out of this',
  'features/auth/authorization/connection-store.ts#deleteConnectionOfGrant': 'the same, when the grant ends',
  'features/auth/authorization/connection-store.ts#setConnectionUsed': 'the same, when it gets a token',
  'features/auth/authorization/connection-store.ts#listConnectionsOfUser':
    'a person is told who acts for it, everywhere',
  'features/auth/authorization/connection-store.ts#deleteConnectionOfUser': 'a person ends what it allowed',
  'features/auth/authorization/connection-store.ts#deleteConnectionsOfClient': 'a command of the operator',
  'features/auth/authorization/connection-store.ts#deleteOldConnections': 'a job that forgets what has ended',
  'features/keys/store.ts#findLiveKeyByDigest': 'a key names nobody; whose it is comes out of this',
  'features/keys/store.ts#setLastUsed': 'one statement for the uses of all keys in the last seconds',
  'features/live/store.ts#deleteLiveEvents': 'a job that forgets what is old',
  'features/live/store.ts#findChanged':
    'one question for all streams of a node; it answers whose turn it is, nothing else',
  'features/people/links/store.ts#findInvitation': 'a link names nobody; whose invitation it is comes out of this',
  'features/people/members/store.ts#listMembershipsOf': 'a person is told where it belongs',
  'features/plays/activity/store.ts#findActivity': 'how far each property follows its feed, for the operator',
  'features/plays/feed/store.ts#findAudio': 'a property hears what is live at it, of every account',
  'features/plays/feed/store.ts#listFeed': 'the same, for the feed',
  'features/plays/rollups/store.ts#foldDeltas': 'a job that folds the plays of all accounts',
  'features/plays/store.ts#findReportableTracks': 'a property reports what is live at it, of every account',
  'features/releases/deliveries/delivery-store.ts#findStuckDeliveries': 'a job that looks for what was forgotten',
  'features/releases/submission/identifier-store.ts#fillUpcPool':
    'the codes of the operator, before they belong to anybody',
  'features/releases/review/review-store.ts#findAccountOf': 'a command of the operator',
  'features/releases/review/review-store.ts#findWaitingReviews': 'the queue of the operator',
  'features/uploads/storage/identity-store.ts#findKnownUploads': 'a start that asks whether the storage is known',
  'features/uploads/model/upload-store.ts#deleteExpired': 'a job that forgets what has expired',
  'features/uploads/model/upload-store.ts#findUploadStates': 'a job that compares files with rows',
  'features/uploads/model/upload-store.ts#listComplete': 'the same, from the other side',
  'features/uploads/model/upload-store.ts#listOverdue': 'a job that lets uploads expire',
  'features/uploads/model/upload-store.ts#listUnfinished': 'a job that finishes what a crash interrupted',
  'http/idempotency/store.ts#deleteOldRecords': 'a job that forgets answers after a day',
}
