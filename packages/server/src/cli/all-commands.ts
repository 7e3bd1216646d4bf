import type { ProgramData } from '@spindle/command-line'
import { archiveCommands } from './account-archives.ts'
import { accountCommands, clientCommands } from './accounts.ts'
import { agentCommands } from './agents.ts'
import { backupCommands } from './backup.ts'
import { checkConfig } from './config-check.ts'
import { contactCommands } from './contact.ts'
import { doctor } from './doctor.ts'
import { dropCommands } from './drops.ts'
import { restartFeed } from './feed.ts'
import { helpCommands } from './help-commands.ts'
import { migrate } from './migrate.ts'
import { listNodes } from './nodes.ts'
import type { OperatorCommand, OperatorContext } from './operator-command.ts'
import { outletCommands } from './outlets.ts'
import { peopleCommands } from './people.ts'
import { changePublicUrl } from './public-url.ts'
import { releaseCommands } from './releases.ts'
import { reportCommands } from './reports.ts'
import { reviewCommands } from './reviews.ts'
import { secretCommands } from './secret.ts'
import { serve } from './serve.ts'
import { rotateSigningKeys } from './signing-keys.ts'
import { storageCommands } from './storage.ts'
import { generateToken } from './tokens.ts'

/** Every command of the operator, in the order of the help. */
export const commands: readonly OperatorCommand[] = [
  serve,
  doctor,
  checkConfig,
  migrate,
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
  globalOptions: [],
  groups: {
    config: 'The settings of the hub',
    accounts: 'Labels and distributors',
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
