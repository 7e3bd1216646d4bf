import type { WrittenAnswer } from '../harness/answering-hub.ts'

/** What the hub answers to the commands of `shown.test.ts`. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const at = '2026-05-01T08:00:00.000Z'
const music = '/api/v1/music-distributor'
const distributor = '/api/v1/distributor'
const ofRelease = `${music}/releases/rel_${ulid}`
const ofWebhook = `${distributor}/webhooks/whk_${ulid}`

const listOf = (...data: readonly object[]): WrittenAnswer => ({
  body: { data, page: { limit: 20, nextCursor: null, hasMore: false } },
})

const webhook = {
  id: `whk_${ulid}`,
  url: 'https://label.example/hooks',
  description: 'release calendar',
  eventTypes: ['release.status_changed', 'import.finished'],
  source: 'account',
  status: 'active',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  lastDeliveredAt: at,
  previousSecretUntil: null,
  createdAt: at,
  updatedAt: at,
}

const attempts = [
  { number: 2, at, durationMs: 184, statusCode: 503, failure: 'refused', answer: 'busy\u001b[31m' },
  { number: 1, at, durationMs: 15_000, statusCode: null, failure: 'host_not_found', answer: null },
]

const message = {
  id: `whm_${ulid}`,
  type: 'release.status_changed',
  status: 'pending',
  createdAt: at,
  data: { id: `rel_${ulid}` },
  releaseTitle: 'Night Drive',
  attempts: 2,
  nextAttemptAt: at,
  endedAt: null,
  lastAttempt: attempts[0],
}

const findings = [
  {
    code: 'near_clipping',
    severity: 'warning',
    pointer: '',
    message: 'The peaks reach -0.1 dBTP.',
    fix: 'Leave 1 dB.',
    rule: { id: 'headroom', version: 1, source: 'ITU-R BS.1770-4' },
  },
]

const upload = {
  id: `upl_${ulid}`,
  kind: 'audio',
  filename: '01 First Light.flac',
  contentType: 'audio/flac',
  size: 31_457_280,
  offset: 31_457_280,
  sha256: 'ab'.repeat(32),
  status: 'ready',
  technical: {
    kind: 'audio',
    container: 'flac',
    sampleRate: 44_100,
    bitDepth: 24,
    channels: 2,
    durationMs: 222_000,
    integratedLufs: -13.84,
  },
  findings,
  createdAt: at,
  expiresAt: at,
}
const begun = {
  ...upload,
  filename: null,
  status: 'awaiting_data',
  size: null,
  offset: 1_000_000,
  sha256: null,
  technical: null,
  findings: [],
  expiresAt: null,
}

const report = {
  id: `rpt_${ulid}`,
  source: 'distrokid',
  format: 'distrokid',
  from: '2026-04-01',
  to: '2026-04-30',
  lines: 1200,
  totals: { streams: 9000, downloads: 1, revenue: [{ amount: '12.40', currency: 'EUR' }] },
  importedAt: at,
  actor: { type: 'account' },
  status: 'applied',
  replacedBy: null,
  waitingLines: 1,
  skippedLines: 2,
  setAsideLines: 1,
  reported: { from: '2026-05-01', to: '2026-05-31' },
  filename: 'april.tsv',
  messageId: null,
}

const refused = {
  id: `dlv_${ulid}`,
  releaseId: `rel_${ulid}`,
  outlet: { id: 'blue', name: 'Blue Store', kind: 'sftp' },
  status: 'refused',
  supplyChainStatus: 'Rejected',
  revision: 2,
  attempts: 1,
  nextAttemptAt: null,
  reason: { code: 'duplicate', message: 'We have it.' },
  tracks: [],
  goesLive: null,
  liveAt: null,
  createdAt: at,
  updatedAt: at,
}

const submitted = {
  id: `rel_${ulid}`,
  title: 'Night Drive',
  type: 'ep',
  releaseDate: '2026-12-11',
  status: 'submitted',
  tracks: [{}, {}, {}],
  findings: [
    ...[0, 1, 2].map((track) => ({
      ...findings[0],
      code: 'isrc_assigned',
      severity: 'note',
      pointer: `/tracks/${track}/isrc`,
      message: `Track ${track + 1} has a new ISRC.`,
      fix: 'Print it on the sleeve.',
    })),
    ...findings,
  ],
}

const event = {
  id: `evt_${ulid}`,
  at,
  type: 'release.changes_requested',
  from: 'in_review',
  to: 'changes_requested',
  revision: 2,
  actor: { type: 'operator', id: null, name: 'Mia Blue' },
  reason: 'Spell it as on the cover.',
  data: {},
}

export const shownAnswers: Readonly<Record<string, WrittenAnswer>> = {
  [`GET ${distributor}/webhooks`]: listOf(webhook, {
    ...webhook,
    eventTypes: null,
    status: 'disabled',
    disabledReason: 'gone',
    lastDeliveredAt: null,
  }),
  [`POST ${distributor}/webhooks`]: { status: 201, body: { id: webhook.id, secret: 'whsec_1' } },
  [`POST ${ofWebhook}/rotate`]: { body: { id: webhook.id, secret: 'whsec_2' } },
  [`GET ${ofWebhook}`]: { body: webhook },
  [`PATCH ${ofWebhook}`]: { body: { ...webhook, status: 'disabled', disabledReason: 'requested' } },
  [`GET ${ofWebhook}/messages`]: listOf(message),
  [`GET ${ofWebhook}/messages/whm_${ulid}/attempts`]: listOf(...attempts),
  [`GET ${distributor}/uploads`]: listOf(upload, begun),
  [`GET ${distributor}/uploads/upl_${ulid}`]: { body: upload },
  [`GET ${distributor}/reports`]: listOf(report),
  [`GET ${distributor}/reports/rpt_${ulid}`]: { body: report },
  [`GET ${distributor}/reports/rpt_${ulid}/set-aside`]: listOf({
    line: 12,
    column: 'Country',
    cell: 'Narnia',
    reason: '"Narnia" is not a country.',
    fix: 'use an ISO 3166-1 country code.',
  }),
  [`GET ${distributor}/reports/rpt_${ulid}/waiting`]: listOf({
    isrc: 'ZZABC2600001',
    gtin14: null,
    title: 'First Light',
    artist: 'Ada Byron',
    reason: 'not_released',
    lines: 1,
    totals: { streams: 3 },
  }),
  [`GET ${music}/imports`]: listOf({
    id: `imp_${ulid}`,
    status: 'created',
    releaseId: `rel_${ulid}`,
    senderName: null,
    senderId: 'PADPIDA2025120301U',
    version: '4.3.2',
    drop: null,
    createdAt: at,
  }),
  [`GET ${ofRelease}`]: { body: { id: `rel_${ulid}`, status: 'draft', pendingRevision: null } },
  [`POST ${ofRelease}/submit`]: { body: submitted },
  [`GET ${music}/trash`]: listOf({
    id: `rel_${ulid}`,
    title: 'Night Drive',
    displayArtist: 'Mia Blue',
    deletedAt: at,
    expiresAt: '2026-05-31T08:00:00.000Z',
    deletedBy: { type: 'user', id: 'usr_1', name: 'Ada' },
  }),
  [`GET ${distributor}/key`]: {
    body: {
      kind: 'api_key',
      id: `key_${ulid}`,
      name: 'import',
      account: { id: `acc_${ulid}`, name: 'Night Label' },
      permissions: ['music:write'],
      expiresAt: null,
      limits: [
        { name: 'writes', requests: 1200, seconds: 60, scope: 'caller' },
        { name: 'writes', requests: 4800, seconds: 60, scope: 'account' },
      ],
      quotas: [],
      moveInUntil: '2026-12-05T00:00:00.000Z',
      agentGate: null,
    },
  },
  [`GET ${ofRelease}/events`]: listOf(event),
  [`GET ${ofRelease}/deliveries`]: listOf(refused, {
    ...refused,
    outlet: { id: 'player', name: 'Player', kind: 'property' },
    status: 'failed',
    reason: null,
    nextAttemptAt: at,
  }),
  [`POST ${ofRelease}/validate`]: {
    body: { findings, validation: { errors: 0, warnings: 1 }, suggestedType: 'single' },
  },
  [`GET ${ofRelease}/takedown/preview`]: {
    body: {
      outlets: [
        {
          outlet: { id: 'blue', name: 'Blue Store' },
          status: 'live',
          revision: 3,
          effect: 'told',
          notice: { way: 'no_deal', ends: [] },
        },
      ],
      planned: null,
    },
  },
  [`GET ${music}/outlets`]: {
    body: {
      data: [
        { id: 'blue', name: 'Blue Store', kind: 'sftp', store: { ernVersion: '4.3.2' } },
        { id: 'player', name: 'Player', kind: 'property' },
      ],
    },
  },
  [`GET ${music}/rules`]: {
    body: {
      data: [
        { code: 'label_missing', severity: 'error', appliesTo: 'release', title: 'No label', source: 'DDEX ERN 4.3' },
      ],
    },
  },
  [`GET ${music}/reference/genres`]: { body: { data: [{ code: 'hip_hop', name: 'Hip-hop', ern: 'Hip Hop' }] } },
}
