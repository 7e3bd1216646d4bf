import {
  addIdentity,
  beginIdentity,
  beginOutsideConfirmation,
  beginOutsideSignIn,
  deleteIdentity,
  finishOutsideConfirmation,
  finishOutsideSignIn,
  listIdentities,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { hostCookie } from '../../../http/credentials/host-cookie.ts'
import { route } from '../../../http/routing/route.ts'
import { type AnswerBegun, visitorOf } from '../visitor.ts'
import type { Outside } from './index.ts'
import { type Left, type Presented, requestLifeSeconds } from './requests.ts'

export function bindOutside(http: Http, { signIn, identities }: Outside, begin: AnswerBegun): void {
  const cookie = hostCookie(http.config.publicUrl, 'spindle-outside')
  const leave = ({ location, token }: Left) => ({
    body: { location },
    headers: { 'set-cookie': cookie.set(token, requestLifeSeconds) },
  })
  const presentedOf = (input: Asking): Presented => ({
    token: cookie.read(input.cookies),
    answer: input.body.answer,
  })
  route(http, beginOutsideSignIn, async ({ body }) => leave(await signIn.begin(body)))
  route(http, finishOutsideSignIn, async (input) =>
    begin(await signIn.finish(presentedOf(input), visitorOf(input)), input),
  )
  route(http, beginOutsideConfirmation, async ({ principal }) => leave(await identities.beginConfirmation(principal)))
  route(http, finishOutsideConfirmation, async (input) =>
    begin(await identities.confirm(input.principal, presentedOf(input)), input),
  )
  route(http, listIdentities, async ({ principal }) => ({ body: { data: await identities.list(principal.id) } }))
  route(http, beginIdentity, async ({ principal }) => leave(await identities.beginConnection(principal)))
  route(http, addIdentity, async (input) => {
    const identity = await identities.connect(input.principal, presentedOf(input))
    return { body: identity, location: `${listIdentities.path}/${identity.id}` }
  })
  route(http, deleteIdentity, async ({ principal, params }) => {
    await identities.disconnect(principal, params.identityId)
    return { body: undefined }
  })
}

interface Asking {
  readonly cookies: string | undefined
  readonly body: { readonly answer: string }
}
