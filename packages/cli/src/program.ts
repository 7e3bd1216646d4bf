import type { ProgramData } from '@spindle/command-line'
import type { CommandContext } from './command-line/command-context.ts'
import type { SpindleProgram } from './command-line/define-command.ts'
import { commands } from './commands/all-commands.ts'

/** Words of other programs, and of the field. Misspelled commands need no entry. */
const otherWords: ProgramData<CommandContext>['otherWords'] = {
  'deliver <folder> --submit': ['publish', 'push', 'ship', 'distribute', 'deploy', 'send', 'put'],
  'deliver <folder> --dry-run': ['check', 'lint', 'test', 'validate', 'dry-run', 'preview'],
  'deliver <folder> --init': ['init', 'new', 'template'],
  'upload <files>': ['add', 'cp', 'copy', 'sync', 'upload-file'],
  'releases list --query <words>': ['search', 'find', 'grep', 'query', 'releases search', 'releases find'],
  'catalog list --query <words>': ['catalog search', 'catalog find'],
  'releases list': ['list', 'ls', 'albums', 'album', 'singles', 'drafts', 'products'],
  'releases events <release-id>': ['events', 'log', 'logs', 'history', 'tail', 'activity', 'audit'],
  'releases watch <release-id>': ['watch', 'follow', 'progress'],
  'releases takedown <release-id>': ['takedown', 'take-down', 'unpublish', 'remove', 'rm', 'pull-down'],
  'releases trash list': ['trash', 'bin', 'undelete'],
  'recordings list': ['songs', 'song', 'isrc', 'isrcs', 'masters'],
  'parties list': ['artists', 'artist', 'people', 'writers', 'contributors', 'composers'],
  'analytics get': ['stats', 'statistics', 'metrics', 'streams', 'numbers', 'insights', 'trends', 'listeners'],
  'reports list': ['earnings', 'royalties', 'revenue', 'money', 'sales', 'statements', 'payouts', 'income'],
  'outlets list': ['stores', 'store', 'shops', 'dsps', 'channels', 'platforms', 'destinations', 'targets'],
  'reference list genres': ['genres', 'genre', 'languages', 'territories', 'countries', 'roles'],
  'webhooks list': ['hooks', 'subscriptions', 'notifications'],
  'keys list': ['tokens', 'token', 'apikeys', 'api-keys'],
  'login --hub <url>': ['auth', 'signin', 'sign-in', 'setup', 'configure', 'config', 'connect'],
  logout: ['signout', 'sign-out'],
  'profiles list': ['hubs', 'contexts', 'accounts', 'remotes', 'remote'],
  status: ['ping', 'info', 'doctor', 'health', 'account'],
  whoami: ['me', 'who', 'user'],
  export: ['backup', 'dump', 'download', 'pull', 'fetch'],
  'open docs': ['docs', 'documentation', 'manual', 'man'],
  open: ['web', 'ui', 'console', 'browser', 'browse', 'dashboard', 'site'],
}

/** `spindle` as data: its commands, and what they have in common. */

/** What every command takes, as it is shown. */
const globalOptions: ProgramData<CommandContext>['globalOptions'] = [
  { flags: '--json', summary: 'Print JSON' },
  { flags: '--fields <names>', summary: 'Print JSON with only these members, such as id,title' },
  { flags: '--hub <url>', summary: 'Address of the hub (default: SPINDLE_URL, then the profile)' },
  { flags: '--profile <name>', summary: 'Profile to use (default: SPINDLE_PROFILE, then the current one)' },
  { flags: '--key-file <path>', summary: 'File with the API key (default: SPINDLE_API_KEY, then the profile)' },
  { flags: '--no-input', summary: 'Never ask' },
]

export const spindleProgram: SpindleProgram = {
  name: 'spindle',
  summary: 'Deliver music to a Spindle hub.',
  footer:
    'The main job:  spindle deliver ./my-album --dry-run\nDocumentation: spindle <command> --help; for the API of your hub: spindle open docs',
  commands,
  otherWords,
  globalOptions,
  sections: {
    'Deliver releases': [
      'deliver',
      'releases',
      'upload',
      'uploads',
      'bulk',
      'import',
      'imports',
      'mappings',
      'transfers',
      'reference',
      'rules',
      'outlets',
    ],
    'Artists and labels': ['parties', 'labels', 'defaults'],
    'Catalog, plays and reports': ['catalog', 'recordings', 'analytics', 'reports', 'export', 'exports'],
    'This machine': ['login', 'logout', 'profiles', 'whoami', 'status', 'open', 'completion', 'commands'],
    'Keys, webhooks and agents': ['keys', 'webhooks', 'listen', 'mcp', 'api'],
    'Sites and apps that play music': ['verify', 'feed', 'tracks', 'plays'],
  },
  groups: {
    profiles: 'Hubs and credentials on this machine',
    releases: 'Singles, EPs and albums',
    uploads: 'Masters and covers',
    catalog: 'Everything delivered or drafted',
    parties: 'Artists, writers and companies, each entered once',
    labels: 'Labels, and what their releases have in common',
    defaults: 'What all releases of the account have in common',
    recordings: 'Delivered audio with its ISRC',
    'releases trash': 'Deleted drafts, which can be restored',
    analytics: 'Plays and listeners',
    reports: 'Reports of stores, and what they say',
    bulk: 'One action for many releases',
    imports: 'Imported packages of DDEX ERN',
    mappings: 'What the columns of tables mean, kept by name',
    transfers: 'Moves of a catalog from another distributor',
    exports: 'Archives of everything the account has',
    keys: 'API keys (needs a service client: `spindle login --client`)',
    plays: 'What a property reports',
    feed: 'What a property may play',
    tracks: 'Audio of what a property may play',
    reference: 'Codes a release may use',
    outlets: 'Where releases can go',
    webhooks: 'Servers of yours that events are sent to',
    rules: 'What releases and uploads are checked against',
  },
}
