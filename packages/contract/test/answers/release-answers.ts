import { FeedTombstone, FeedTrack, PlaysReceipt } from '../../src/api/catalog/plays.ts'
import { Outlet } from '../../src/api/reference/outlets.ts'
import { Import, ImportFile, ImportNote } from '../../src/api/releases/imports.ts'
import { OutletTakedown } from '../../src/api/releases/takedowns.ts'
import { AttentionItem, StreamsSummary } from '../../src/api/summary.ts'
import { Delivery, DeliverySummary } from '../../src/releases/deliveries.ts'
import { Finding } from '../../src/rules/finding.ts'
import type { AnswerSample } from './answer-sample.ts'

const at = '2026-05-01T08:00:00.000Z'
const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const release = { id: `rel_${ulid}`, title: 'First Light', type: 'single' }
const note = { code: 'assumed', message: 'No language.', path: '/NewReleaseMessage', line: 12 }
const file = { path: 'resources/A1.flac', uploadId: `upl_${ulid}`, status: 'accepted' }

/** Deliveries, imports, findings, and what properties and outlets receive. */
export const releaseAnswers: readonly AnswerSample[] = [
  {
    name: 'Finding',
    schema: Finding,
    sample: {
      code: 'label_missing',
      severity: 'error',
      pointer: '/label',
      message: 'No label.',
      fix: 'Give the name.',
      rule: { id: 'label_missing', version: 1, source: 'DDEX ERN 4.3' },
      outlets: [{ id: 'blue', name: 'Blue Store' }],
    },
    mayBeNull: [],
    mayBeAbsent: ['outlets'],
  },
  {
    name: 'DeliverySummary',
    schema: DeliverySummary,
    sample: { total: 3, live: 1, scheduled: 1, failed: 0, pending: 1, refusedTracks: 2 },
    mayBeNull: [],
    mayBeAbsent: [],
  },
  {
    name: 'Delivery',
    schema: Delivery,
    sample: {
      id: `dlv_${ulid}`,
      releaseId: `rel_${ulid}`,
      outlet: { id: 'blue', name: 'Blue Store', kind: 'sftp' },
      status: 'refused',
      supplyChainStatus: 'Rejected',
      revision: 2,
      attempts: 1,
      nextAttemptAt: at,
      reason: { code: 'duplicate', message: 'We have it.' },
      tracks: [{ trackId: `trk_${ulid}`, status: 'refused', finding: null }],
      liveAt: at,
      createdAt: at,
      updatedAt: at,
    },
    mayBeNull: ['nextAttemptAt', 'reason', 'liveAt'],
    mayBeAbsent: [],
  },
  { name: 'ImportNote', schema: ImportNote, sample: note, mayBeNull: ['path', 'line'], mayBeAbsent: [] },
  { name: 'ImportFile', schema: ImportFile, sample: file, mayBeNull: ['uploadId'], mayBeAbsent: [] },
  {
    name: 'Import',
    schema: Import,
    sample: {
      id: `imp_${ulid}`,
      status: 'refused',
      releaseId: `rel_${ulid}`,
      version: '4.3.2',
      messageId: 'M1',
      senderId: 'PADPIDA2025120301U',
      senderName: 'Blue Label',
      messageCreatedAt: at,
      sha256: 'c'.repeat(64),
      drop: { id: 'blue', path: 'N1/M1.xml' },
      createdAt: at,
      endedAt: at,
      refusal: { code: 'message_invalid', message: 'No release.', line: null },
      files: [file],
      notes: [note],
    },
    mayBeNull: [
      'releaseId',
      'version',
      'messageId',
      'senderId',
      'senderName',
      'messageCreatedAt',
      'drop',
      'endedAt',
      'refusal',
    ],
    mayBeAbsent: [],
  },
  {
    name: 'OutletTakedown',
    schema: OutletTakedown,
    sample: {
      outlet: { id: 'blue', name: 'Blue Store' },
      status: 'live',
      revision: 3,
      effect: 'told',
      notice: { way: 'purge', ends: [{ territories: { mode: 'worldwide' }, models: [], uses: [] }] },
    },
    mayBeNull: ['notice'],
    mayBeAbsent: [],
  },
  {
    name: 'Outlet',
    schema: Outlet,
    sample: {
      id: 'blue',
      name: 'Blue Store',
      kind: 'sftp',
      store: { takes: { models: ['paid'], leastCover: 1400 }, genres: ['jazz'] },
    },
    mayBeNull: [],
    mayBeAbsent: ['store'],
  },
  {
    name: 'FeedTrack',
    schema: FeedTrack,
    sample: {
      trackId: `trk_${ulid}`,
      deleted: false,
      title: 'First Light',
      version: null,
      displayArtist: 'Ada Byron',
      contributors: [{ name: 'Ada Byron', role: 'main_artist' }],
      isrc: 'ZZABC2600001',
      explicit: 'clean',
      disc: 1,
      number: 1,
      durationMs: 181_000,
      territories: { mode: 'worldwide' },
      release: { ...release, displayArtist: null, label: null, upc: null, releaseDate: null, trackCount: 1 },
      audio: { url: 'https://hub.example/a', contentType: 'audio/flac', size: 7, sha256: 'd'.repeat(64) },
      changedAt: at,
    },
    mayBeNull: ['version', 'displayArtist', 'isrc', 'explicit', 'durationMs'],
    mayBeAbsent: [],
  },
  {
    name: 'FeedTombstone',
    schema: FeedTombstone,
    sample: { trackId: `trk_${ulid}`, deleted: true, changedAt: at },
    mayBeNull: [],
    mayBeAbsent: [],
  },
  {
    name: 'PlaysReceipt',
    schema: PlaysReceipt,
    sample: {
      accepted: 2,
      duplicates: 1,
      dedup: 'later',
      refused: [{ index: 0, id: null, code: 'invalid_json', message: 'not JSON' }],
    },
    mayBeNull: [],
    mayBeAbsent: ['dedup'],
  },
  {
    name: 'AttentionItem',
    schema: AttentionItem,
    sample: {
      ...release,
      displayArtist: 'Ada Byron',
      status: 'draft',
      coverUploadId: `upl_${ulid}`,
      trackCount: 1,
      updatedAt: at,
      reason: 'findings',
      errors: 2,
      message: 'No label.',
      pointer: '/label',
      outlets: ['blue'],
    },
    mayBeNull: ['displayArtist', 'coverUploadId', 'message', 'pointer'],
    mayBeAbsent: [],
  },
  {
    name: 'StreamsSummary',
    schema: StreamsSummary,
    sample: {
      from: '2026-04-03',
      to: '2026-04-30',
      streams: 9000,
      playedMs: 8_100_000,
      previousStreams: 6000,
      changePercent: 50,
      days: [300, 320],
      asOf: at,
      sandbox: false,
    },
    mayBeNull: ['playedMs', 'changePercent', 'asOf'],
    mayBeAbsent: [],
  },
]
