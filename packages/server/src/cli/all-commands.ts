import type { ProgramData } from '@spindle/command-line'
import { archiveCommands } from './accounts/account-archives.ts'
import { accountCommands, clientCommands } from './accounts/accounts.ts'
import { agentCommands } from './accounts/agents.ts'
import { generateToken } from './accounts/tokens.ts'
import { backupCommands } from './archives/backup.ts'
import { storageCommands } from './archives/storage.ts'
import { doctor } from './doctor/doctor.ts'
import { checkConfig } from './hub/config-check.ts'
import { demo } from './hub/demo.ts'
import { testMail } from './hub/mail.ts'
import { migrate } from './hub/migrate.ts'
import { listNodes } from './hub/nodes.ts'
import { changePublicUrl } from './hub/public-url.ts'
import { secretCommands } from './hub/secret.ts'
import { serve } from './hub/serve.ts'
import { rotateSigningKeys } from './hub/signing-keys.ts'
import { helpCommands } from './operator-command/help-commands.ts'
import type { OperatorCommand, OperatorContext } from './operator-command/operator-command.ts'
import { dropCommands } from './outlets/drops.ts'
import { restartFeed } from './outlets/feed.ts'
import { outletCommands } from './outlets/outlets.ts'
import { contactCommands } from './people/contact.ts'
import { peopleCommands } from './people/people.ts'
import { releaseCommands } from './releases/releases.ts'
import { reportCommands } from './releases/reports.ts'
import { reviewCommands } from './releases/reviews.ts'

/** Every command of the operator, in the order of the help. */
export const commands: readonly OperatorCommand[] = [
  serve,
  demo,
  doctor,
  checkConfig,
  migrate,
  testMail,
  ...accountCommands,
  ...archiveCommands,
  ...clientCommands,
  ...peopleCommands,
  ...reviewCommands,
  ...releaseCommands,
  ...outletCommands,
  ...dropCommands,
  ...reportCommands,
  ...contactCommands,
  ...agentCommands,
  generateToken,
  rotateSigningKeys,
  ...secretCommands,
  changePublicUrl,
  ...storageCommands,
  ...backupCommands,
  restartFeed,
  listNodes,
  ...helpCommands,
]

/** `spindle-hub` as data. */
export const hubProgram: ProgramData<OperatorContext> = {
  name: 'spindle-hub',
  summary: 'Run a Spindle hub.',
  footer: 'Documentation: docs/operating.md',
  commands,
  otherWords: {
    serve: ['start', 'run', 'up', 'server', 'dev', 'init', 'setup'],
    doctor: ['status', 'health', 'ping', 'check', 'diagnose'],
    migrate: ['upgrade', 'update', 'db', 'database', 'schema'],
    'people list': ['users', 'user', 'members', 'person'],
    'people invite': ['invite', 'adduser'],
    'outlets list': ['stores', 'store', 'shops', 'dsps', 'channels'],
    'reviews list': ['approve', 'reject', 'moderation', 'queue'],
    'backup create': ['dump', 'snapshot', 'save'],
    'tokens generate': ['properties', 'property', 'sites', 'integration'],
    'clients list': ['keys', 'key', 'apikeys', 'credentials'],
  },
  globalOptions: [],
  sections: {
    'Run the hub': [
      'serve',
      'demo',
      'doctor',
      'config',
      'migrate',
      'mail',
      'nodes',
      'public-url',
      'secret',
      'signing-keys',
    ],
    'Accounts and people': ['accounts', 'clients', 'people', 'agents', 'contact'],
    'Releases and outlets': ['reviews', 'releases', 'outlets', 'drops', 'reports'],
    Properties: ['tokens', 'feed'],
    'Storage and backups': ['storage', 'backup', 'restore'],
    Help: ['completion', 'commands'],
  },
  groups: {
    config: 'The settings of the hub',
    mail: 'Mail of the hub to people',
    accounts: 'Labels and distributors',
    'accounts codes': 'ISRC prefixes and UPC ranges of their labels',
    clients: 'Service clients of accounts',
    people: 'People who sign in to the console',
    'people operator': 'People who run the hub in the console',
    reviews: 'Reviews by hand (SPINDLE_REVIEW=manual)',
    releases: 'Takedowns by you, and stores where releases are live',
    outlets: 'Stores that take packages of releases',
    drops: 'Places that packages are taken from',
    reports: 'Reports of stores',
    contact: 'Messages of the contact page',
    agents: 'Programs that people may let act for them',
    tokens: 'Integration tokens of properties',
    'signing-keys': 'Keys that access tokens are signed with',
    secret: 'SPINDLE_SECRET, which seals stored credentials',
    'public-url': 'The address of the hub',
    storage: 'Stored uploads',
    backup: 'Backups',
    restore: 'A hub that was restored',
    feed: 'The feed of properties',
    nodes: 'Processes of the hub',
  },
}
