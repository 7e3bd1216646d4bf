import { jobConnections } from '../platform/jobs/lanes.ts'

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
    help: 'The address clients reach the hub at, without a trailing slash. Every URL in answers and metadata is built from it, never from request headers. Unset: http://localhost:PORT.',
    example: 'https://hub.example',
  },
  { key: 'SPINDLE_HOST', help: 'The address to listen on.', default: '127.0.0.1' },
  { key: 'SPINDLE_PORT', help: 'The port to listen on.', default: '4578' },
  { key: 'SPINDLE_DATA_DIR', help: 'The folder of the embedded database and the uploads.', default: '.spindle' },
  {
    key: 'SPINDLE_BLOBS',
    help: 'Where the bytes of uploads are stored: disk:FOLDER, or s3://BUCKET/PREFIX in any S3 object store. Unset: the folder uploads in the data directory.',
    example: 's3://masters/spindle',
  },
  {
    key: 'SPINDLE_S3_ENDPOINT',
    help: 'The address of the object store. Unset: Amazon S3 in the region.',
    example: 'https://s3.example',
  },
  {
    key: 'SPINDLE_S3_PUBLIC_ENDPOINT',
    help: 'The address of the object store for clients that are redirected to it. Unset: SPINDLE_S3_ENDPOINT.',
    example: 'https://s3.example',
  },
  { key: 'SPINDLE_S3_REGION', help: 'The region of the bucket.', default: 'us-east-1' },
  {
    key: 'SPINDLE_S3_ACCESS_KEY_ID',
    help: 'The key the hub signs in to the object store with. Unset: the AWS variables, a profile or the role of the machine.',
  },
  { key: 'SPINDLE_S3_SECRET_ACCESS_KEY', help: 'The secret of that key.', secret: true },
  {
    key: 'SPINDLE_BACKUP_S3_ENDPOINT',
    help: 'The address of the object store that `backup create --to s3://...` writes to. Unset, as the three below it: the settings SPINDLE_S3_* where uploads are in a bucket, otherwise Amazon S3. With one of the four set, only these four count.',
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
    help: 'With s3://: on answers programs that fetch audio with 307 and an address in the object store that is valid for 5 minutes; the bytes do not pass through the hub.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DIRECT_TRANSFER',
    help: 'With s3://: on lets clients that ask for it send the bytes of uploads to the object store itself, by addresses that are valid for 15 minutes. Set it once every node has this version.',
    default: 'off',
  },
  {
    key: 'SPINDLE_TEMP_DIR',
    help: 'With s3://: a folder for temporary files to and from the object store. Unset: the folder temp in the data directory.',
  },
  {
    key: 'SPINDLE_TEMP_BYTES',
    help: 'The limit of these files in bytes: half for uploads, half for files that are analysed. A file larger than its half is handled alone.',
    default: '4294967296',
  },
  {
    key: 'DATABASE_URL',
    help: 'A PostgreSQL 15 or newer to use instead of the embedded one.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_DIRECT_URL',
    help: 'PostgreSQL itself, if DATABASE_URL names a pooler such as PgBouncer: for migrations, jobs and notifications of changes, which poolers do not pass on. Unset: DATABASE_URL.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_READ_URL',
    help: 'A standby of the PostgreSQL at DATABASE_URL for analytics queries. If it is unavailable or more than a minute behind, the primary answers. Unset: the primary always answers.',
    example: 'postgres://spindle:password@standby.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_PREPARED_STATEMENTS',
    help: 'off if the pooler at DATABASE_URL does not support prepared statements (PgBouncer before 1.21).',
    default: 'on',
  },
  {
    key: 'SPINDLE_DATABASE_DURABILITY',
    help: 'checked refuses a PostgreSQL that runs with full_page_writes off; trusted accepts it, for a service that prevents torn pages in another way (Neon, Aurora).',
    default: 'checked',
  },
  {
    key: 'SPINDLE_REQUIRE_SYNC_STANDBY',
    help: 'on acknowledges only what a synchronous standby of the PostgreSQL at DATABASE_URL has too: without one the hub does not start, and a running hub answers changes with 503.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DATABASE_POOL',
    help: `Connections to the database a process may hold for requests. It holds one more for notifications; a process that runs jobs holds ${jobConnections} more for them.`,
    default: '10',
  },
  {
    key: 'SPINDLE_SECRET',
    help: 'At least 32 characters, the same on every node: signs cursors and seals stored answers and signing keys. Generated in the data directory; required if DATABASE_URL is set.',
    secret: true,
  },
  {
    key: 'SPINDLE_SECRET_PREVIOUS',
    help: 'A second secret that is accepted while SPINDLE_SECRET is replaced: it opens and verifies existing values and is not used for new ones. The steps are in docs/operating.md.',
    secret: true,
  },
  {
    key: 'SPINDLE_INTEGRATION_TOKENS',
    help: 'property=token entries separated by commas or newlines; one token per property, two while it is rotated. Make a pair of lines with: tokens generate --property ID.',
    example: 'site-a=at-least-32-characters-of-randomness',
    secret: true,
  },
  {
    key: 'SPINDLE_INTEGRATION_TOKENS_FILE',
    help: 'The same entries in a file that is read again when it changes and on SIGHUP.',
  },
  {
    key: 'SPINDLE_RATE_LIMIT',
    help: 'off, or READS/WRITES/FAILED: requests a minute per key, and failed credentials a minute per address.',
    default: '600/120/300',
  },
  {
    key: 'SPINDLE_CONNECTIONS_PER_ADDRESS',
    help: 'How many connections one address (an IPv6 /64) may hold at once. Set off behind a proxy, which is the only address the hub sees.',
    default: '512',
  },
  {
    key: 'SPINDLE_TRUSTED_PROXIES',
    help: 'Addresses and networks of the proxies in front of the hub, separated by commas. The hub trusts X-Forwarded-For only from them, so that limits count clients and not the proxy.',
    example: '127.0.0.1,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DRAIN_SECONDS',
    help: 'How long the hub keeps serving after SIGTERM while /readyz answers 503, so that a balancer notices first. At least the interval of its checks times the failures it needs.',
    default: '5',
  },
  {
    key: 'SPINDLE_REVIEW',
    help: 'auto approves what has no finding of severity error; manual waits for the operator.',
    default: 'auto',
  },
  {
    key: 'SPINDLE_REVIEW_FREE_MEMBERS',
    help: 'With SPINDLE_REVIEW=manual: members of a reviewed release that may change without another review, separated by commas; those of tracks as tracks.explicit. Title, artists, contributors, label, cover, identifiers and audio are always reviewed.',
    default: 'externalId,metadata,outlets,releaseDate,releaseTime,timeZone',
  },
  { key: 'SPINDLE_SANDBOX_OUTLET', help: 'on adds the scriptable sandbox outlet.', default: 'off' },
  {
    key: 'SPINDLE_AUTH_ISSUER',
    help: 'An outside OpenID provider whose access tokens are accepted instead of our own.',
    example: 'https://login.example',
  },
  { key: 'SPINDLE_AUTH_AUDIENCE', help: 'The audience that outside tokens must have. Unset: the public URL.' },
  {
    key: 'SPINDLE_AUTH_ACCOUNT_CLAIM',
    help: 'The claim of the outside tokens that names the account.',
    default: 'account_id',
  },
  {
    key: 'SPINDLE_SIGNIN',
    help: 'How people may sign in, separated by commas: password, passkey, outside (the provider of SPINDLE_SIGNIN_ISSUER, if set). Omitted ways are off; links made by the hub always work.',
    default: 'password,passkey,outside',
  },
  {
    key: 'SPINDLE_SIGNIN_ISSUER',
    help: 'An outside OpenID provider that people sign in with. Not the same as SPINDLE_AUTH_ISSUER, which issues the tokens of programs.',
    example: 'https://login.label.example',
  },
  {
    key: 'SPINDLE_SIGNIN_CLIENT_ID',
    help: 'The client id of this hub at that provider. Register the hub there with the redirect address PUBLIC_URL/console/sign-in/outside.',
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
    help: 'The name of the provider on the button: Sign in with NAME. Unset: the host of the issuer.',
    example: 'Acme',
  },
  {
    key: 'SPINDLE_SIGNIN_ALLOW',
    help: 'Who may sign in with the provider: domains of verified email addresses and claim=value, separated by commas. One of them must match at every sign-in. Unset: everyone who was invited or connected it.',
    example: 'label.example,groups=spindle',
  },
  {
    key: 'SPINDLE_MAX_UPLOAD_BYTES',
    help: 'The largest upload. Like every size here it accepts a unit: 2GB, 512MiB, 1TB.',
    default: '2147483648',
  },
  {
    key: 'SPINDLE_QUOTA_RELEASES',
    help: 'How many releases an account may have, drafts included.',
    default: '200000',
  },
  {
    key: 'SPINDLE_QUOTA_DOCUMENT_BYTES',
    help: 'How many bytes of metadata an account may have: releases, submitted revisions, messages to stores, and imports with their messages of the last 30 days.',
    default: '4294967296',
  },
  {
    key: 'SPINDLE_QUOTA_OPEN_UPLOADS',
    help: 'How many unfinished uploads an account may have.',
    default: '1000',
  },
  {
    key: 'SPINDLE_QUOTA_STORED_BYTES',
    help: 'How many bytes of uploads an account may have stored or announced, including stored parts of exports.',
    default: '1099511627776',
  },
  {
    key: 'SPINDLE_QUOTA_WAITING_ANALYSES',
    help: 'How many files of an account may wait for analysis; more get 429.',
    default: '2000',
  },
  { key: 'SPINDLE_QUOTA_WEBHOOKS', help: 'How many webhooks an account may have.', default: '20' },
  {
    key: 'SPINDLE_WEBHOOKS_FILE',
    help: 'A JSON file of webhooks for accounts, the same on every node that serves requests. It is read at the start and on SIGHUP; docs/webhooks.md describes it.',
    example: '/etc/spindle/webhooks.json',
  },
  {
    key: 'SPINDLE_WEBHOOK_TARGETS',
    help: 'Hosts and networks (CIDR), separated by commas, that webhooks may reach even if they are private, also over http. Unset: only public addresses over https.',
    example: 'hooks.internal,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DISK_RESERVE_BYTES',
    help: 'With less free space than this on the disk of the uploads, everything that grows gets 507: uploads, drafts, plays, messages. Reading, verifying and taking down keep working. 0: never.',
    default: '268435456',
  },
  {
    key: 'SPINDLE_SCRUB_DAYS',
    help: 'Every stored upload is read back and compared with its SHA-256 once in this many days, at low priority. off: never.',
    default: '30',
  },
  {
    key: 'SPINDLE_MIN_UPLOAD_BYTES_PER_SECOND',
    help: 'An upload slower than this over a minute is disconnected (and can be resumed).',
    default: '1024',
  },
  {
    key: 'SPINDLE_CORS_ORIGINS',
    help: 'Origins, separated by commas, whose pages may call the API.',
    example: 'https://console.example',
  },
  {
    key: 'SPINDLE_MCP_GATE',
    help: 'What AI agents may do at /mcp with the credential they present: read; draft adds drafts and uploads; submit adds submission to review and delivery. off removes /mcp.',
    default: 'draft',
  },
  {
    key: 'SPINDLE_LEGACY_SUNSET',
    help: 'The date (YYYY-MM-DD) after which the legacy release endpoint may be removed; sent as the Sunset header.',
  },
  {
    key: 'SPINDLE_ISRC_PREFIX',
    help: 'The five characters (country and registrant) of the ISRCs that the hub may assign.',
    example: 'QZABC',
  },
  { key: 'SPINDLE_UPC_POOL_FILE', help: 'A file of UPCs or EANs, one a line, that the hub may assign to releases.' },
  {
    key: 'SPINDLE_CONTACT_EMAIL',
    help: 'Where to send security reports (security.txt and the contact page).',
    example: 'security@hub.example',
  },
  {
    key: 'SPINDLE_DPID',
    help: 'Your DDEX party identifier, the sender of messages to stores. Without it no message can be sent.',
    example: 'PADPIDA2014120301U',
  },
  { key: 'SPINDLE_DPID_NAME', help: 'The name that belongs to it, as registered with DDEX.', default: 'Spindle' },
  { key: 'SPINDLE_SERVICE_NAME', help: 'The constant `service` of the verify result.', default: 'spindle' },
  {
    key: 'SPINDLE_INTEGRATION_NAME',
    help: 'The constant `integration` of the verify result.',
    default: 'distribution',
  },
  {
    key: 'SPINDLE_PLAYS_PER_MINUTE',
    help: 'Plays one property may report in a minute; a batch counts as 100 at least. No limit if SPINDLE_RATE_LIMIT is off.',
    default: '120000',
  },
  {
    key: 'SPINDLE_PLAYS',
    help: 'Where raw plays are stored: pg, in PostgreSQL; lake, as Parquet in the storage of uploads, compacted by DuckDB; clickhouse, in a ClickHouse. Use the last two for more than about 20 million plays a day. The same on every node.',
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
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD', help: 'The password of that user. Unset: none.', secret: true },
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD_FILE', help: 'The same password in a file.' },
  { key: 'SPINDLE_PLAYS_RETENTION_DAYS', help: 'How long raw plays are stored; roll-ups stay.', default: '90' },
  {
    key: 'SPINDLE_PLAYS_EXPORT',
    help: 'storage: the raw plays of each day become a Parquet file in the storage of uploads, three days later and once more before they are deleted; off: they do not. Unset: storage with SPINDLE_PLAYS=pg, else off.',
    example: 'off',
  },
  {
    key: 'SPINDLE_PLAYS_EXPORT_DIR',
    help: 'Your own folder for these files, the same for all workers.',
    example: '/srv/spindle/plays',
  },
  { key: 'SPINDLE_CONTACT_RETENTION_DAYS', help: 'How long messages of the contact page are kept.', default: '365' },
  {
    key: 'SPINDLE_METRICS_TOKEN',
    help: 'At least 16 characters: /metrics then answers to this Bearer token. Without it and without a metrics port there is no /metrics.',
    secret: true,
  },
  { key: 'SPINDLE_METRICS_PORT', help: 'A separate port for /metrics, on the listening address.' },
  {
    key: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'Where traces of requests and jobs are sent, by OTLP over HTTP as JSON. Unset: no traces, and OpenTelemetry is not loaded.',
    example: 'http://127.0.0.1:4318',
  },
  {
    key: 'OTEL_TRACES_SAMPLER_ARG',
    help: 'The share of traces to keep, from 0 to 1, of those that no client has started.',
    default: '1',
  },
  { key: 'OTEL_SERVICE_NAME', help: 'The service name in traces.', default: 'spindle' },
  { key: 'SPINDLE_LOG_LEVEL', help: 'debug, info, warn, error or silent.', default: 'info' },
  {
    key: 'SPINDLE_HUB_COMMAND',
    help: 'What people type before a command of this hub, as log and error messages show it. The systemd unit and the image set it to spindle-hub.',
    default: 'npm run hub --',
  },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof settings)[number]['key']
