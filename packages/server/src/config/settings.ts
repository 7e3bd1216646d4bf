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
  { key: 'SPINDLE_DATA_DIR', help: 'Where the embedded database and the uploads live.', default: '.spindle' },
  {
    key: 'SPINDLE_BLOBS',
    help: 'Where the bytes of uploads are stored: disk:FOLDER, or s3://BUCKET/PREFIX in any object store that speaks S3. Unset: the folder uploads in the data directory.',
    example: 's3://masters/spindle',
  },
  {
    key: 'SPINDLE_S3_ENDPOINT',
    help: 'The address of the object store. Unset: Amazon S3 in the region.',
    example: 'https://s3.example',
  },
  {
    key: 'SPINDLE_S3_PUBLIC_ENDPOINT',
    help: 'The address clients reach the object store at, where they are sent to it. Unset: SPINDLE_S3_ENDPOINT.',
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
    help: 'With s3://: on answers programs that fetch audio with 307 and an address in the object store that holds for 5 minutes; the bytes do not pass the hub.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DIRECT_TRANSFER',
    help: 'With s3://: on lets clients that ask for it send the bytes of uploads to the object store itself, by addresses that hold for 15 minutes. Set it when every node has this version.',
    default: 'off',
  },
  {
    key: 'SPINDLE_TEMP_DIR',
    help: 'With s3://: a folder for bytes on their way to and from the object store. Unset: the folder temp in the data directory. Backups in a bucket use it too.',
  },
  {
    key: 'SPINDLE_TEMP_BYTES',
    help: 'How many bytes may lie there at once: half for uploads, half for files that are analysed. One file that is larger than its half goes alone.',
    default: '4294967296',
  },
  {
    key: 'DATABASE_URL',
    help: 'A PostgreSQL 15 or newer to use in place of the embedded one.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_DIRECT_URL',
    help: 'PostgreSQL itself, where DATABASE_URL names a pooler such as PgBouncer: for migrations, for jobs, and for hearing of changes, which no pooler passes on. Unset: DATABASE_URL.',
    example: 'postgres://spindle:password@db.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_DATABASE_READ_URL',
    help: 'A standby of the PostgreSQL at DATABASE_URL that answers questions for analytics. One that is away or more than a minute behind is not asked: then PostgreSQL itself answers. Unset: it always does.',
    example: 'postgres://spindle:password@standby.example:5432/spindle',
    secret: true,
  },
  {
    key: 'SPINDLE_PREPARED_STATEMENTS',
    help: 'off where the pooler at DATABASE_URL does not follow prepared statements (PgBouncer before 1.21).',
    default: 'on',
  },
  {
    key: 'SPINDLE_DATABASE_DURABILITY',
    help: 'checked refuses a PostgreSQL that runs with full_page_writes off; trusted takes it, of a service that keeps pages whole in another way (Neon, Aurora).',
    default: 'checked',
  },
  {
    key: 'SPINDLE_REQUIRE_SYNC_STANDBY',
    help: 'on acknowledges only what a synchronous standby of the PostgreSQL at DATABASE_URL has too: without one the hub does not start, and one that runs changes nothing and answers 503.',
    default: 'off',
  },
  {
    key: 'SPINDLE_DATABASE_POOL',
    help: `Connections to the database a process may hold for requests. One more hears of changes; a process that runs jobs holds ${jobConnections} more for them.`,
    default: '10',
  },
  {
    key: 'SPINDLE_SECRET',
    help: 'At least 32 characters, the same on every node: signs cursors and seals stored answers and signing keys. Made and kept in the data directory unless DATABASE_URL is set, when it is required.',
    secret: true,
  },
  {
    key: 'SPINDLE_SECRET_PREVIOUS',
    help: 'A second secret that is accepted while SPINDLE_SECRET is replaced: it opens and verifies what was made with it, and makes nothing new. The steps are in docs/operating.md.',
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
    help: 'How many connections one address (an IPv6 /64) may hold at once. Write off where a proxy stands in front: it is the only address the hub sees.',
    default: '512',
  },
  {
    key: 'SPINDLE_TRUSTED_PROXIES',
    help: 'Addresses and networks of the proxies in front of the hub, separated by commas. From them alone X-Forwarded-For is believed, so that limits count clients and not the proxy.',
    example: '127.0.0.1,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DRAIN_SECONDS',
    help: 'How long the hub goes on serving after SIGTERM while /readyz answers 503, so that a balancer finds out first. At least the time between two checks times the failures it takes.',
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
    help: 'An outside OpenID provider whose access tokens are accepted in place of our own.',
    example: 'https://login.example',
  },
  { key: 'SPINDLE_AUTH_AUDIENCE', help: 'The audience the outside tokens must carry. Unset: the public URL.' },
  {
    key: 'SPINDLE_AUTH_ACCOUNT_CLAIM',
    help: 'The claim of the outside tokens that names the account.',
    default: 'account_id',
  },
  {
    key: 'SPINDLE_SIGNIN',
    help: 'How people may sign in, separated by commas: password, passkey, outside (the provider of SPINDLE_SIGNIN_ISSUER, where there is one). What is left out is switched off; links that the hub makes always work.',
    default: 'password,passkey,outside',
  },
  {
    key: 'SPINDLE_SIGNIN_ISSUER',
    help: 'An outside OpenID provider that people sign in with. It is another setting than SPINDLE_AUTH_ISSUER, which makes the tokens of programs.',
    example: 'https://login.label.example',
  },
  {
    key: 'SPINDLE_SIGNIN_CLIENT_ID',
    help: 'What that provider calls this hub. Register the hub there with the redirect address PUBLIC_URL/console/sign-in/outside.',
    example: 'spindle',
  },
  {
    key: 'SPINDLE_SIGNIN_CLIENT_SECRET',
    help: 'The secret that the provider gave this hub.',
    secret: true,
  },
  { key: 'SPINDLE_SIGNIN_CLIENT_SECRET_FILE', help: 'The same secret in a file.' },
  {
    key: 'SPINDLE_SIGNIN_NAME',
    help: 'What people call the provider: the button says Sign in with NAME. Unset: the host of the issuer.',
    example: 'Acme',
  },
  {
    key: 'SPINDLE_SIGNIN_ALLOW',
    help: 'Whom the provider may let in: domains of verified mail addresses and claim=value, separated by commas. One of them must fit, at every sign-in. Unset: everybody who was invited or connected it.',
    example: 'label.example,groups=spindle',
  },
  {
    key: 'SPINDLE_MAX_UPLOAD_BYTES',
    help: 'The largest upload. As every number of bytes here it takes a unit: 2GB, 512MiB, 1TB.',
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
    help: 'How many bytes of uploads an account may have stored or announced; what is kept of exports counts too.',
    default: '1099511627776',
  },
  {
    key: 'SPINDLE_QUOTA_WAITING_ANALYSES',
    help: 'How many files of an account may wait for their analysis; more are answered with 429.',
    default: '2000',
  },
  { key: 'SPINDLE_QUOTA_WEBHOOKS', help: 'How many webhooks an account may have.', default: '20' },
  {
    key: 'SPINDLE_WEBHOOKS_FILE',
    help: 'A JSON file that names webhooks of accounts, the same on every node that serves requests. It is read at the start and on SIGHUP; docs/webhooks.md has its form.',
    example: '/etc/spindle/webhooks.json',
  },
  {
    key: 'SPINDLE_WEBHOOK_TARGETS',
    help: 'Hosts and networks (CIDR), separated by commas, that webhooks may reach although they are private, also over http. Unset: only public addresses over https.',
    example: 'hooks.internal,10.20.0.0/16',
  },
  {
    key: 'SPINDLE_DISK_RESERVE_BYTES',
    help: 'With less room than this on the disk of the uploads everything that grows is answered with 507: uploads, drafts, plays, messages. Reading, verifying and taking down go on. 0: never.',
    default: '268435456',
  },
  {
    key: 'SPINDLE_SCRUB_DAYS',
    help: 'Every stored upload is read back and compared with its SHA-256 once in so many days, at low priority. off: never.',
    default: '30',
  },
  {
    key: 'SPINDLE_MIN_UPLOAD_BYTES_PER_SECOND',
    help: 'An upload slower than this over a minute is cut (and can be resumed).',
    default: '1024',
  },
  {
    key: 'SPINDLE_CORS_ORIGINS',
    help: 'Origins, separated by commas, whose pages may call the API.',
    example: 'https://console.example',
  },
  {
    key: 'SPINDLE_MCP_GATE',
    help: 'What AI agents may do at /mcp with the credential they present: read; draft adds drafts and uploads; submit adds handing in to review and delivery. off removes /mcp.',
    default: 'draft',
  },
  {
    key: 'SPINDLE_LEGACY_SUNSET',
    help: 'The date (YYYY-MM-DD) after which the legacy release endpoint may go away; sent as the Sunset header.',
  },
  {
    key: 'SPINDLE_ISRC_PREFIX',
    help: 'The five characters (country and registrant) the hub may assign ISRCs from.',
    example: 'QZABC',
  },
  { key: 'SPINDLE_UPC_POOL_FILE', help: 'A file of UPCs or EANs, one a line, that the hub may assign to releases.' },
  {
    key: 'SPINDLE_CONTACT_EMAIL',
    help: 'Where security reports go (security.txt and the contact page).',
    example: 'security@hub.example',
  },
  {
    key: 'SPINDLE_DPID',
    help: 'The DDEX party identifier of whoever runs the hub: the sender of messages to stores. Without it none can be sent.',
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
    help: 'Plays one property may report in a minute; a batch counts as 100 at least. No limit where SPINDLE_RATE_LIMIT is off.',
    default: '120000',
  },
  {
    key: 'SPINDLE_PLAYS',
    help: 'Where raw plays are kept: pg, in PostgreSQL; lake, as Parquet in the storage of uploads, which DuckDB compacts; clickhouse, in a ClickHouse: the last two for more than about 20 million plays a day. The same on every node.',
    default: 'pg',
  },
  {
    key: 'SPINDLE_CLICKHOUSE_URL',
    help: 'With SPINDLE_PLAYS=clickhouse: the address of its HTTP interface.',
    example: 'http://clickhouse.example:8123',
  },
  {
    key: 'SPINDLE_CLICKHOUSE_DATABASE',
    help: 'The database there, which exists. The hub makes one table in it.',
    default: 'default',
  },
  { key: 'SPINDLE_CLICKHOUSE_USER', help: 'Who the hub signs in as.', default: 'default' },
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD', help: 'The password of that user. Unset: none.', secret: true },
  { key: 'SPINDLE_CLICKHOUSE_PASSWORD_FILE', help: 'The same password in a file.' },
  { key: 'SPINDLE_PLAYS_RETENTION_DAYS', help: 'How long raw plays are kept; the roll-ups stay.', default: '90' },
  {
    key: 'SPINDLE_PLAYS_EXPORT',
    help: 'storage: the raw plays of each day become a Parquet file in the storage of uploads, three days later and once more before they are dropped; off: they do not. Unset: storage with SPINDLE_PLAYS=pg, else off.',
    example: 'off',
  },
  {
    key: 'SPINDLE_PLAYS_EXPORT_DIR',
    help: 'A folder of your own for these files. One for all workers.',
    example: '/srv/spindle/plays',
  },
  { key: 'SPINDLE_CONTACT_RETENTION_DAYS', help: 'How long messages of the contact page are kept.', default: '365' },
  {
    key: 'SPINDLE_METRICS_TOKEN',
    help: 'At least 16 characters: /metrics then answers to this Bearer token. Without it and without a metrics port there is no /metrics.',
    secret: true,
  },
  { key: 'SPINDLE_METRICS_PORT', help: 'A port of its own for /metrics, on the listening address.' },
  {
    key: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    help: 'Where traces of requests and jobs are sent to, by OTLP over HTTP as JSON. Unset: there are none, and nothing of OpenTelemetry is loaded.',
    example: 'http://127.0.0.1:4318',
  },
  {
    key: 'OTEL_TRACES_SAMPLER_ARG',
    help: 'The share of traces that is kept, from 0 to 1, of those that no client has begun.',
    default: '1',
  },
  { key: 'OTEL_SERVICE_NAME', help: 'What the hub is called there.', default: 'spindle' },
  { key: 'SPINDLE_LOG_LEVEL', help: 'debug, info, warn, error or silent.', default: 'info' },
  {
    key: 'SPINDLE_HUB_COMMAND',
    help: 'What people type in front of a command of this hub, as its log and its refusals show it. The systemd unit and the image set it to spindle-hub.',
    default: 'npm run hub --',
  },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof settings)[number]['key']
