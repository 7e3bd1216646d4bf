import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import * as vocabulary from '../src/vocabulary.ts'

/** The closed lists, written out: removing or renaming a word breaks clients that stored it. */
const published = {
  permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
  scopes: ['keys:write', 'music:read', 'music:write', 'catalog:read', 'analytics:read'],
  releaseTypes: ['single', 'ep', 'album'],
  releaseStatuses: [
    'draft',
    'submitted',
    'in_review',
    'changes_requested',
    'rejected',
    'approved',
    'delivering',
    'scheduled',
    'delivery_failed',
    'live',
    'takedown_pending',
    'taken_down',
  ],
  deliveryStatuses: [
    'queued',
    'packaging',
    'sending',
    'sent',
    'acknowledged',
    'ingested',
    'live',
    'failed',
    'refused',
    'takedown_queued',
    'takedown_sent',
    'taken_down',
  ],
  explicitValues: ['explicit', 'clean', 'not_explicit'],
  compositions: ['original', 'cover', 'public_domain', 'adaptation'],
  aiLevels: ['none', 'assisted', 'generated', 'undeclared'],
  territoryModes: ['worldwide', 'include', 'exclude'],
  commercialModels: ['subscription', 'ad_supported', 'paid', 'free'],
  dealUses: ['stream', 'download', 'conditional_download', 'noninteractive_stream', 'ringtone', 'ugc'],
  claimPolicies: ['monetize', 'track', 'block'],
  contributorRoles: [
    'main_artist',
    'featured_artist',
    'remixer',
    'composer',
    'lyricist',
    'songwriter',
    'producer',
    'mixer',
    'engineer',
    'performer',
    'conductor',
    'orchestra',
    'arranger',
    'publisher',
  ],
  writerRoles: [
    'composer',
    'lyricist',
    'songwriter',
    'ddex:Composer',
    'ddex:Lyricist',
    'ddex:ComposerLyricist',
    'ddex:Author',
  ],
  uploadKinds: ['audio', 'image', 'report'],
  actorTypes: ['account', 'operator'],
  reportStatuses: ['applied', 'replaced', 'undone'],
  reportOverlaps: ['replace', 'add'],
  reportPresets: [
    'spindle',
    'distrokid',
    'audius',
    'bandcamp',
    'apple',
    'believe',
    'cdbaby',
    'fuga',
    'orchard',
    'symphonic',
    'tunecore',
    'youtube',
    'dsr',
  ],
  reportFields: [
    'isrc',
    'upc',
    'title',
    'artist',
    'store',
    'territory',
    'model',
    'period',
    'from',
    'to',
    'reported',
    'streams',
    'downloads',
    'quantity',
    'use',
    'revenue',
    'currency',
  ],
  uploadStatuses: ['awaiting_data', 'received', 'analysing', 'ready', 'rejected', 'expired'],
  catalogParts: ['tracks', 'deliveries'],
  granularities: ['day', 'week', 'month', 'total'],
  analyticsDimensions: ['release', 'track', 'outlet', 'property', 'territory', 'source', 'model'],
  analyticsMetrics: ['streams', 'playedMs', 'downloads', 'listeners', 'revenue'],
  analyticsSourceKinds: ['plays', 'report', 'sandbox'],
  playSources: ['album', 'artist', 'library', 'playlist', 'radio', 'recommendation', 'search', 'share', 'other'],
  keyStatuses: ['active', 'expired', 'revoked'],
  referenceLists: ['genres', 'languages', 'territories', 'roles'],
  severities: ['error', 'warning', 'note'],
  playRefusals: [
    'invalid_json',
    'invalid_member',
    'unknown_member',
    'track_unknown',
    'track_not_live',
    'in_future',
    'too_old',
  ],
  overlapSeconds: [0, 3600, 86400, 604800],
  releaseEventTypes: [
    'release.created',
    'release.updated',
    'release.deleted',
    'release.restored',
    'release.erased',
    'release.submitted',
    'release.withdrawn',
    'release.changes_discarded',
    'release.audio_replaced',
    'release.review_started',
    'release.changes_requested',
    'release.rejected',
    'release.approved',
    'release.delivery_started',
    'release.scheduled',
    'release.live',
    'release.delivery_failed',
    'release.delivery_retried',
    'release.takedown_planned',
    'release.takedown_cancelled',
    'release.takedown_requested',
    'release.taken_down',
  ],
  deliveryEventTypes: [
    'delivery.sent',
    'delivery.acknowledged',
    'delivery.live',
    'delivery.refused',
    'delivery.failed',
    'delivery.retried',
    'delivery.takedown_sent',
    'delivery.takedown_failed',
    'delivery.taken_down',
  ],
} as const

describe('the closed lists', () => {
  it.each(Object.entries(published))('%s holds these words in this order', (name, words) => {
    expect(contract).toHaveProperty([name], words)
  })

  it.each(Object.entries(published))('%s names nothing twice', (_, words) => {
    expect(new Set<unknown>(words).size).toBe(words.length)
  })
})

describe('the vocabulary entry', () => {
  it('is a part of the contract, so that a program can choose either', () => {
    for (const [name, value] of Object.entries(vocabulary)) expect(contract).toHaveProperty(name, value)
  })

  it('brings no schema along, which would load the schema library', () => {
    for (const value of Object.values(vocabulary))
      expect(typeof value === 'object' && value !== null && 'type' in value).toBe(false)
  })
})

describe('the limits', () => {
  it('are what clients were promised', () => {
    expect(contract.limits).toEqual({
      maxJsonBytes: 1048576,
      maxJsonDepth: 32,
      maxJsonValues: 100000,
      maxJsonMembers: 1000,
      maxHeaderBytes: 16384,
      maxUploadBytes: 2147483648,
      maxImageBytes: 20971520,
      maxTracksPerRelease: 500,
      maxDealsPerTrack: 50,
      maxFindings: 500,
      maxMessageBytes: 8388608,
      maxImportBytes: 12582912,
      maxTableBytes: 8388608,
      maxTableRows: 60000,
      exportDays: 7,
      maxExports: 3,
      maxPlaysPerBatch: 10000,
      maxPlaysBytes: 5242880,
      maxAnalyticsDays: 400,
      maxIdempotencyKeyLength: 255,
      idempotencyHours: 24,
      minMoveInFactor: 2,
      maxMoveInFactor: 100,
      unusedUploadDays: 30,
    })
  })
})
