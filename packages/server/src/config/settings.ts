// long: one entry for each setting
import { jobConnections } from '../platform/job-lanes.ts'
import { mostApiProcesses } from '../platform/processes/plan-processes.ts'

/** Every setting of the hub as data: `.env.example`, the documentation and the parser are made from this list. */

export interface Setting {
  readonly key: string
  /** What it does, in one or two sentences, for the operator. */
  readonly help: string
  readonly default?: string
  /** A value to show when there is no default. */
  readonly example?: string
  readonly secret?: true
}

export const settings = [
  {
    key: 'SPINDLE_PUBLIC_URL',
    help: 'The public URL of the hub, without a trailing slash. All URLs in responses and metadata are built from it, never from request headers. Default: http://localhost:PORT.',
    example: 'https://hub.example',
  },
  { key: 'SPINDLE_HOST', help: 'The address to listen on.', default: '127.0.0.1' },
  { key: 'SPINDLE_PORT', help: 'The port to listen on.', default: '4578' },
  {
    key: 'SPINDLE_PROCESSES',
    help: `How many processes answer requests at the port: auto or a number up to ${mostApiProcesses}. With more than one, another process runs the jobs. auto leaves one core free and starts 8 at most; it is 1 with fewer than 3 cores or with --role api. Other settings of a process apply to each; connections per address and temporary files are divided.`,
    default: 'auto',
  },
  {
    key: 'SPINDLE_BUNDLE',
    help: 'auto or off. With auto, a start uses the bundle of the hub if it is of exactly the code that is installed, and makes one for the next start of a checkout. off runs the code file by file.',
    default: 'auto',
  },
  { key: 'SPINDLE_DATA_DIR', help: 'The folder of the embedded database and the uploads.', default: '.spindle' },
  {
    key: 'SPINDLE_BLOBS',
    help: 'Where uploads are stored: disk:FOLDER, or s3://BUCKET/PREFIX in any S3 object store. Default: the folder uploads in the data directory.',
    example: 's3://masters/spindle',
  },
  {
    key: 'SPINDLE_S3_ENDPOINT',
    help: 'The address of the object store. Default: Amazon S3 in the region.',
    example: 'https://s3.example',
  },
  {
    key: 'SPINDLE_S3_PUBLIC_ENDPOINT',
    help: 'The address of the object store for clients that are redirected to it directly. Default: SPINDLE_S3_ENDPOINT.',
    example: 'https://s3.example',
  },
  { key: 'SPINDLE_S3_REGION', help: 'The region of the bucket.', default: 'us-east-1' },
  {
    key: 'SPINDLE_S3_ACCESS_KEY_ID',
    help: 'The access key for the object store. Default: the AWS variables, a profile or the role of the machine.',
  },
  { key: 'SPINDLE_S3_SECRET_ACCESS_KEY', help: 'The secret of the access key.', secret: true },
  {
    key: 'SPINDLE_BACKUP_S3_ENDPOINT',
    help: 'The address of the object store for backups (`backup create --to s3://...`). If none of the four SPINDLE_BACKUP_S3_* is set, a hub with uploads in a bucket uses SPINDLE_S3_*, otherwise Amazon S3. If one is set, only these four apply.',
    example: 'https://s3.backup.example',
  },
  { key: 'SPINDLE_BACKUP_S3_REGION', help: 'The region of the bucket with backups.', default: 'us-east-1' },
  {
    key: 'SPINDLE_BACKUP_S3_ACCESS_KEY_ID',
    help: 'The key for the bucket with backups. Use another one than for uploads, so that one lost key cannot delete both.',
  },
  { key: 'SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY', help: 'The secret of that key.', secret: true },
  {
    key: 'SPINDLE_AUDIO_REDIRECT',
    help: 'With s3://: on redirects programs that fetch audio (307) to an address in the object store that is valid for 5 minutes, so the data does not pass through the hub.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DIRECT_TRANSFER',
    help: 'With s3://: on lets clients send uploads directly to the object store, at addresses that are valid for 15 minutes. Enable it once every node runs this version.',
    default: 'off',
  },
  {
    key: 'SPINDLE_TEMP_DIR',
    help: 'With s3://: a folder for temporary files to and from the object store. Unset: the folder temp in the data directory. Backups in a bucket use it too.',
  },
  {
    key: 'SPINDLE_TEMP_BYTES',
    help: 'The limit of these files in bytes: half for uploads, half for files being analysed. A file larger than its half is handled alone.',
    default: '4294967296',
  },
  {
    key: 'DATABASE_URL',
    help: 'The URL of a PostgreSQL 15 or newer to use instead of the embedded one.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_DIRECT_URL',
    help: 'The direct URL of PostgreSQL, if DATABASE_URL is a pooler such as PgBouncer. It is used for migrations, jobs and notifications of changes, which poolers do not pass on. Default: DATABASE_URL.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_READ_URL',
    help: 'A standby of the PostgreSQL at DATABASE_URL for analytics queries. If it is unavailable or more than a minute behind, the primary answers. Default: the primary always answers.',
    example: 'postgres://spindle:password@standby.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_PREPARED_STATEMENTS',
    help: 'Set it to off if the pooler at DATABASE_URL does not support prepared statements (PgBouncer before 1.21).',
    default: 'on',
  },
  {
    key: 'SPINDLE_DATABASE_DURABILITY',
    help: 'checked refuses a PostgreSQL with full_page_writes off. trusted accepts it, for a service that prevents torn pages in another way (Neon, Aurora).',
    default: 'checked',
  },
  {
    key: 'SPINDLE_REQUIRE_SYNC_STANDBY',
    help: 'on acknowledges writes only after a synchronous standby of the PostgreSQL at DATABASE_URL has them. Without a synchronous standby, the hub does not start, and a running hub answers changes with 503.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DATABASE_POOL',
    help: `The maximum number of database connections for requests per process. It holds one more for notifications; a process that runs jobs uses ${jobConnections} more.`,
    default: '10',
  },
  {
    key: 'SPINDLE_SECRET',
    help: 'At least 32 characters, the same on every node. It signs cursors and encrypts stored responses and signing keys. If it is not set, the hub creates one in the data directory. It is required if DATABASE_URL is set.',
    secret: true,
  },
  {
    key: 'SPINDLE_SECRET_PREVIOUS',
    help: 'The previous secret, while you replace SPINDLE_SECRET. It opens and verifies existing values and is not used for new ones. For the steps, see docs/operating.md.',
    secret: true,
  },
  {
    key: 'SPINDLE_INTEGRATION_TOKENS',
    help: 'property=token entries, separated by commas or newlines. One token per property, two during rotation. Create a token with: tokens generate --property ID.',
    example: 'site-a=at-least-32-characters-of-randomness',
    secret: true,
  },
  {
    key: 'SPINDLE_INTEGRATION_TOKENS_FILE',
    help: 'The same entries in a file, which is reloaded when it changes and on SIGHUP.',
  },
  {
    key: 'SPINDLE_RATE_LIMIT',
    help: 'off, or READS/WRITES/FAILED: requests per minute and key, and failed sign-ins per minute and address.',
    default: '600/120/300',
  },
  {
    key: 'SPINDLE_CONNECTIONS_PER_ADDRESS',
    help: 'The maximum number of simultaneous connections per address (or IPv6 /64). Requests on further connections get 503. Set it to off behind a proxy that SPINDLE_TRUSTED_PROXIES does not list, because all connections then come from one address.',
    default: '512',
  },
  {
    key: 'SPINDLE_TRUSTED_PROXIES',
    help: 'Addresses and networks of the proxies in front of the hub, separated by commas. The hub trusts X-Forwarded-For only from them, so limits apply to clients and not to the proxy.',
    example: '127.0.0.1,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DRAIN_SECONDS',
    help: 'How long the hub keeps serving after SIGTERM while /readyz answers 503, so that a load balancer notices first. Set at least the interval of its health checks multiplied by the number of failures that it needs.',
    default: '5',
  },
  {
    key: 'SPINDLE_REVIEW',
    help: 'auto approves releases without findings of severity error; manual waits for the operator.',
    default: 'auto',
  },
  {
    key: 'SPINDLE_REVIEW_FREE_MEMBERS',
    help: 'With SPINDLE_REVIEW=manual: members of a reviewed release that can change without another review, separated by commas; for tracks, use names such as tracks.explicit. Title, artists, contributors, label, cover, identifiers and audio are always reviewed.',
    default: 'externalId,metadata,outlets,releaseDate,releaseTime,timeZone',
  },
  {
    key: 'SPINDLE_CHECK_HOOK',
    help: 'An executable that checks releases by rules of your own, as an absolute path. A release is not submitted without its answer. See docs/extending.md.',
    example: '/opt/spindle/check-release.mjs',
  },
  {
    key: 'SPINDLE_CHECK_HOOK_ENV_FILE',
    help: 'A file with its variables, NAME=VALUE in each line. It gets no others.',
    example: '/etc/spindle/check-hook.env',
  },
  { key: 'SPINDLE_CHECK_HOOK_SECONDS', help: 'How long it may take for one release.', default: '10' },
  {
    key: 'SPINDLE_SANDBOX_OUTLET',
    help: 'on adds the sandbox outlet. The metadata of a release controls how it behaves.',
    default: 'off',
  },
  {
    key: 'SPINDLE_AUTH_ISSUER',
    help: 'An external OpenID provider whose access tokens are accepted instead of tokens from this hub.',
    example: 'https://login.example',
  },
  {
    key: 'SPINDLE_AUTH_AUDIENCE',
    help: 'The audience that external tokens must have. Default: the public URL.',
  },
  {
    key: 'SPINDLE_AUTH_ACCOUNT_CLAIM',
    help: 'The claim of external tokens that contains the account.',
    default: 'account_id',
  },
  {
    key: 'SPINDLE_SIGNIN',
    help: 'The sign-in methods, separated by commas: password, passkey, outside (the provider in SPINDLE_SIGNIN_ISSUER, if set). Methods that are not listed are disabled. Links made by the hub always work.',
    default: 'password,passkey,outside',
  },
  {
    key: 'SPINDLE_SIGNIN_ISSUER',
    help: 'An external OpenID provider for people to sign in with. Not the same as SPINDLE_AUTH_ISSUER, which issues the tokens for programs.',
    example: 'https://login.label.example',
  },
  {
    key: 'SPINDLE_SIGNIN_CLIENT_ID',
    help: 'The client id of this hub at that provider. Register the hub there with the redirect URI PUBLIC_URL/console/sign-in/outside.',
    example: 'spindle',
  },
  {
    key: 'SPINDLE_SIGNIN_CLIENT_SECRET',
    help: 'The client secret of this hub at that provider.',
    secret: true,
  },
  { key: 'SPINDLE_SIGNIN_CLIENT_SECRET_FILE', help: 'The same secret in a file.' },
  {
    key: 'SPINDLE_SIGNIN_NAME',
    help: 'The name of the provider on the button: Sign in with NAME. Default: the host of the issuer.',
    example: 'Acme',
  },
  {
    key: 'SPINDLE_SIGNIN_ALLOW',
    help: 'Who may sign in with the provider: domains of verified email addresses and claim=value, separated by commas. One of them must match at every sign-in. Default: everyone who was invited or connected the provider.',
    example: 'label.example,groups=spindle',
  },
  {
    key: 'SPINDLE_SMTP_URL',
    help: 'The mail server through which the hub sends mail: smtp://USER:PASSWORD@HOST:587 (with STARTTLS) or smtps://USER:PASSWORD@HOST:465. Default: the hub sends no mail. See docs/mail.md.',
    example: 'smtp://spindle:password@mail.example:587',
    secret: true,
  },
  {
    key: 'SPINDLE_MAIL_FROM',
    help: 'The sender of this mail: an address, or a name and an address. Required with SPINDLE_SMTP_URL.',
    example: 'Night Music <hub@music.example>',
  },
  {
    key: 'SPINDLE_DIGEST_HOUR',
    help: 'When people get their daily notices by mail: the hour in UTC, 0 to 23.',
    default: '7',
  },
  {
    key: 'SPINDLE_MAX_UPLOAD_BYTES',
    help: 'The maximum size of an upload. Like every size here, it accepts a unit: 2GB, 512MiB, 1TB.',
    default: '2147483648',
  },
  {
    key: 'SPINDLE_QUOTA_RELEASES',
    help: 'The maximum number of releases per account, including drafts.',
    default: '200000',
  },
  {
    key: 'SPINDLE_QUOTA_DOCUMENT_BYTES',
    help: 'The maximum size of the metadata of an account: releases, submitted revisions, messages to stores, and imports with their messages of the last 30 days.',
    default: '4294967296',
  },
  {
    key: 'SPINDLE_QUOTA_OPEN_UPLOADS',
    help: 'The maximum number of unfinished uploads per account.',
    default: '1000',
  },
  {
    key: 'SPINDLE_QUOTA_STORED_BYTES',
    help: 'The maximum size of the stored and announced uploads per account. Stored exports count too.',
    default: '1099511627776',
  },
  {
    key: 'SPINDLE_QUOTA_WAITING_ANALYSES',
    help: 'The maximum number of files per account that wait for analysis. Further files get 429.',
    default: '2000',
  },
  { key: 'SPINDLE_QUOTA_WEBHOOKS', help: 'The maximum number of webhooks per account.', default: '20' },
  {
    key: 'SPINDLE_WEBHOOKS_FILE',
    help: 'A JSON file of webhooks for accounts, the same on every node that serves requests. It is read at start and on SIGHUP. For the format, see docs/webhooks.md.',
    example: '/etc/spindle/webhooks.json',
  },
  {
    key: 'SPINDLE_WEBHOOK_TARGETS',
    help: 'Private hosts and networks (CIDR), separated by commas, that webhooks may reach, also over http. Default: only public addresses over https.',
    example: 'hooks.internal,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DISK_RESERVE_BYTES',
    help: 'If the disk for uploads has less free space than this, the hub answers 507 to everything that stores data: uploads, drafts, plays, messages. Reading, verification and takedowns keep working. 0: never.',
    default: '268435456',
  },
  {
    key: 'SPINDLE_SCRUB_DAYS',
    help: 'The number of days in which the hub reads every stored upload once, at low priority, and compares its SHA-256. off: never.',
    default: '30',
  },
  {
    key: 'SPINDLE_MIN_UPLOAD_BYTES_PER_SECOND',
    help: 'The minimum speed of an upload over a minute. Slower uploads are disconnected and can be resumed.',
    default: '1024',
  },
  {
    key: 'SPINDLE_CORS_ORIGINS',
    help: 'Origins, separated by commas, from which web pages may call the API.',
    example: 'https://console.example',
  },
  {
    key: 'SPINDLE_MCP_GATE',
    help: 'What AI agents may do at /mcp with their credential: read; draft adds drafts and uploads; submit adds submission for review and delivery. off disables /mcp.',
    default: 'draft',
  },
  {
    key: 'SPINDLE_LEGACY_SUNSET',
    help: 'The date (YYYY-MM-DD) after which the legacy release endpoint may be removed; sent as the Sunset header.',
  },
  {
    key: 'SPINDLE_ISRC_PREFIX',
    help: 'The five-character ISRC prefix (country and registrant code) of the ISRCs that the hub may assign.',
    example: 'QZABC',
  },
  { key: 'SPINDLE_UPC_POOL_FILE', help: 'A file with UPCs or EANs, one per line, that the hub assigns to releases.' },
  {
    key: 'SPINDLE_CONTACT_EMAIL',
    help: 'The email address for security reports (security.txt and the contact page).',
    example: 'security@hub.example',
  },
  {
    key: 'SPINDLE_DPID',
    help: 'Your DDEX party identifier, the sender of messages to stores. Without it, the hub cannot send messages.',
    example: 'PADPIDA2014120301U',
  },
  { key: 'SPINDLE_DPID_NAME', help: 'The name registered with DDEX for this identifier.', default: 'Spindle' },
  { key: 'SPINDLE_SERVICE_NAME', help: 'The constant `service` of the verify result.', default: 'spindle' },
  {
    key: 'SPINDLE_INTEGRATION_NAME',
    help: 'The constant `integration` of the verify result.',
    default: 'distribution',
  },
  {
    key: 'SPINDLE_SIGNED_ADDRESS_SECONDS',
    help: 'How long signed addresses of audio and covers are valid, which properties give to browsers: 60 to 86400 seconds. Must be the same on every node.',
    default: '900',
  },
  { key: 'SPINDLE_RENDITIONS', help: 'on: makes MP3s of tracks for sites. off: sites play masters.', default: 'on' },
  {
    key: 'SPINDLE_RENDITION_BIT_RATE',
    help: 'The bit rate of these MP3s in kbit/s: 128, 160, 192, 224, 256 or 320. After a change, each is made again when a property requests its track. Must be the same on every node.',
    default: '192',
  },
  {
    key: 'SPINDLE_PLAYS_PER_MINUTE',
    help: 'The maximum number of plays that one property can report per minute. A batch counts as at least 100. No limit if SPINDLE_RATE_LIMIT is off.',
    default: '120000',
  },
  {
    key: 'SPINDLE_PLAYS',
    help: 'Where raw plays are stored: pg, in PostgreSQL; lake, as Parquet in the storage for uploads, compacted by DuckDB; clickhouse, in ClickHouse. Use the last two for more than about 20 million plays a day. Must be the same on every node.',
    default: 'pg',
  },
  {
    key: 'SPINDLE_CLICKHOUSE_URL',
    help: 'With SPINDLE_PLAYS=clickhouse: the address of its HTTP interface.',
    example: 'http://clickhouse.example:8123',
  },
  {
    key: 'SPINDLE_CLICKHOUSE_DATABASE',
    help: 'An existing database there. The hub creates one table in it.',
    default: 'default',
  },
  { key: 'SPINDLE_CLICKHOUSE_USER', help: 'The user of the hub there.', default: 'default' },
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD', help: 'The password of that user. Default: none.', secret: true },
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD_FILE', help: 'The same password in a file.' },
  {
    key: 'SPINDLE_PLAYS_RETENTION_DAYS',
    help: 'How long raw plays are stored. Roll-ups are kept permanently.',
    default: '90',
  },
  {
    key: 'SPINDLE_PLAYS_EXPORT',
    help: 'storage: the raw plays of each day are exported as a Parquet file to the storage for uploads, three days later and again before they are deleted; off: no export. Default: storage with SPINDLE_PLAYS=pg, else off.',
    example: 'off',
  },
  {
    key: 'SPINDLE_PLAYS_EXPORT_DIR',
    help: 'Your own folder for these files, the same for all workers.',
    example: '/srv/spindle/plays',
  },
  {
    key: 'SPINDLE_TRASH_DAYS',
    help: 'For how many days an account can restore a deleted draft. A new value applies to drafts that are deleted after the change.',
    default: '30',
  },
  { key: 'SPINDLE_CONTACT_RETENTION_DAYS', help: 'How long messages of the contact page are kept.', default: '365' },
  {
    key: 'SPINDLE_METRICS_TOKEN',
    help: 'The Bearer token for /metrics, at least 16 characters. Without it and without a metrics port, /metrics is disabled.',
    secret: true,
  },
  { key: 'SPINDLE_METRICS_PORT', help: 'A separate port for /metrics, on the listening address.' },
  {
    key: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'Where traces of requests and jobs are sent, by OTLP over HTTP as JSON. Default: no traces, and OpenTelemetry is not loaded.',
    example: 'http://127.0.0.1:4318',
  },
  {
    key: 'OTEL_TRACES_SAMPLER_ARG',
    help: 'The share of traces to keep, from 0 to 1, of those that no client started.',
    default: '1',
  },
  { key: 'OTEL_SERVICE_NAME', help: 'The service name in traces.', default: 'spindle' },
  { key: 'SPINDLE_LOG_LEVEL', help: 'debug, info, warn, error or silent.', default: 'info' },
  {
    key: 'SPINDLE_HUB_COMMAND',
    help: 'What people type before a command of this hub, as the log and the error messages show it. The systemd unit and the image set it to spindle-hub.',
    default: 'npm run hub --',
  },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof settings)[number]['key']
