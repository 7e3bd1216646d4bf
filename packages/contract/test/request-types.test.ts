import type { Static } from 'typebox'
import { describe, expectTypeOf, it } from 'vitest'
import type * as contract from '../src/index.ts'
import type {
  AnalyticsQuery,
  BodyOf,
  CatalogQuery,
  DefaultsChange,
  FeedQuery,
  KeyListQuery,
  KeyRotation,
  LabelPatch,
  LabelsQuery,
  LegacyReleaseInput,
  NewApiKey,
  NewBulk,
  NewLabel,
  NewTransfer,
  PageQuery,
  PlayEvent,
  PreviewQuery,
  QueryOf,
  RecordingsQuery,
  ReleaseInput,
  ReleaseListQuery,
  ReleasePatch,
  TakedownRequest,
  TrackEdit,
  TrackInput,
  UploadListQuery,
} from '../src/index.ts'

type Contract = typeof contract

/** The compiler decides: these lines fail `npm run check:types` when a type and its schema differ. */
describe('the written types of requests', () => {
  it('have the members and types that the schemas of bodies have', () => {
    expectTypeOf<TrackInput>().toEqualTypeOf<Static<Contract['TrackInput']>>()
    expectTypeOf<TrackEdit>().toEqualTypeOf<Static<Contract['TrackEdit']>>()
    expectTypeOf<ReleaseInput>().toEqualTypeOf<BodyOf<Contract['createRelease']>>()
    expectTypeOf<ReleasePatch>().toEqualTypeOf<BodyOf<Contract['updateRelease']>>()
    expectTypeOf<TakedownRequest>().toEqualTypeOf<BodyOf<Contract['takedownRelease']>>()
    expectTypeOf<LegacyReleaseInput>().toEqualTypeOf<BodyOf<Contract['createLegacyRelease']>>()
    expectTypeOf<NewBulk>().toEqualTypeOf<BodyOf<Contract['createBulk']>>()
    expectTypeOf<NewTransfer>().toEqualTypeOf<BodyOf<Contract['createTransfer']>>()
    expectTypeOf<NewApiKey>().toEqualTypeOf<BodyOf<Contract['createKey']>>()
    expectTypeOf<NewLabel>().toEqualTypeOf<BodyOf<Contract['createLabel']>>()
    expectTypeOf<LabelPatch>().toEqualTypeOf<BodyOf<Contract['updateLabel']>>()
    expectTypeOf<DefaultsChange>().toEqualTypeOf<BodyOf<Contract['updateDefaults']>>()
    expectTypeOf<KeyRotation>().toEqualTypeOf<BodyOf<Contract['rotateKey']>>()
    expectTypeOf<PlayEvent[]>().toEqualTypeOf<BodyOf<Contract['reportPlays']>>()
  })

  it('have the members and types that the schemas of queries have', () => {
    expectTypeOf<ReleaseListQuery>().toEqualTypeOf<QueryOf<Contract['listReleases']>>()
    expectTypeOf<PageQuery>().toEqualTypeOf<QueryOf<Contract['listReleaseEvents']>>()
    expectTypeOf<PageQuery>().toEqualTypeOf<QueryOf<Contract['listReleaseDeliveries']>>()
    expectTypeOf<PreviewQuery>().toEqualTypeOf<QueryOf<Contract['previewMessage']>>()
    expectTypeOf<UploadListQuery>().toEqualTypeOf<QueryOf<Contract['listUploads']>>()
    expectTypeOf<KeyListQuery>().toEqualTypeOf<QueryOf<Contract['listKeys']>>()
    expectTypeOf<CatalogQuery>().toEqualTypeOf<QueryOf<Contract['listCatalog']>>()
    expectTypeOf<LabelsQuery>().toEqualTypeOf<QueryOf<Contract['listLabels']>>()
    expectTypeOf<RecordingsQuery>().toEqualTypeOf<QueryOf<Contract['listRecordings']>>()
    expectTypeOf<AnalyticsQuery>().toEqualTypeOf<QueryOf<Contract['getMusicAnalytics']>>()
    expectTypeOf<AnalyticsQuery>().toEqualTypeOf<QueryOf<Contract['getDistributorAnalytics']>>()
    expectTypeOf<FeedQuery>().toEqualTypeOf<QueryOf<Contract['getFeed']>>()
  })
})
