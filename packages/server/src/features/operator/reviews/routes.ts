import {
  approveReview,
  claimReview,
  getReview,
  getReviewAudio,
  getReviewImage,
  holdRelease,
  listReviews,
  reinstateRelease,
  rejectReview,
  requestReviewChanges,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Reviews } from '../../releases/index.ts'
import { openReviewAudio, openReviewImage, type ReviewFiles } from './open-review-file.ts'
import { type ReviewSources, readReview, toReviewItem } from './read-review.ts'

export interface ReviewRoutes extends ReviewSources {
  readonly previews: ReviewFiles['previews']
}

const decided = { body: undefined }

export function bindReviews(http: Http, options: ReviewRoutes): void {
  const { reviews, people } = options
  route(http, listReviews, async ({ query: { accountId, kind }, page }) => {
    const { data, next } = await reviews.listReviews({ ...page, accountId, kind })
    const names = await people.findNames(data.flatMap(({ claimedBy }) => claimedBy ?? []))
    const total = page.wantsTotal ? await reviews.countReviews({ accountId, kind }) : undefined
    return { page: { data: data.map((review) => toReviewItem(review, names)), next, total } }
  })
  route(http, getReview, async ({ params: { releaseId } }) => ({ body: await readReview(options, releaseId) }))
  route(http, getReviewAudio, ({ params }) => openReviewAudio(options, params))
  route(http, getReviewImage, ({ params, query: { size = 256 } }) => openReviewImage(options, { ...params, size }))
  bindDecisions(http, reviews)
}

function bindDecisions(http: Http, reviews: Reviews): void {
  route(http, claimReview, async ({ principal, params, body: { revision, takesOver = false } }) => {
    await reviews.claimRelease(params.releaseId, principal, { revision, takesOver })
    return decided
  })
  route(http, approveReview, async ({ principal, params, body: { revision } }) => {
    await reviews.approveRelease(params.releaseId, principal, revision)
    return decided
  })
  route(http, requestReviewChanges, async ({ principal, params, body: { revision, issues } }) => {
    const coded = issues.map((issue) => ({ ...issue, code: 'review' }))
    await reviews.requestChanges(params.releaseId, principal, coded, revision)
    return decided
  })
  route(http, rejectReview, async ({ principal, params, body: { revision, code, reason } }) => {
    await reviews.rejectRelease(params.releaseId, principal, { code, text: reason }, revision)
    return decided
  })
  route(http, holdRelease, async ({ principal, params, body: { outlets, reason } }) => {
    await reviews.takeDown(params.releaseId, principal, { outlets, reason })
    return decided
  })
  route(http, reinstateRelease, async ({ principal, params, body: { outlets } }) => {
    await reviews.reinstate(params.releaseId, principal, outlets)
    return decided
  })
}
