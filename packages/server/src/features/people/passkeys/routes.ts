import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  deletePasskey,
  finishPasskeyConfirmation,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { type AnswerBegun, visitorOf } from '../visitor.ts'
import type { Passkeys } from './passkeys.ts'

const options = (publicKey: object) => ({ body: { publicKey: { ...publicKey } } })

export function bindPasskeys(http: Http, passkeys: Passkeys, begin: AnswerBegun): void {
  route(http, beginPasskeySignIn, async () => options(await passkeys.askForSignIn()))
  route(http, finishPasskeySignIn, async (input) =>
    begin(await passkeys.signIn(input.body.credential, visitorOf(input)), input),
  )
  route(http, beginPasskeyConfirmation, async ({ principal }) => options(await passkeys.askForConfirmation(principal)))
  route(http, finishPasskeyConfirmation, async (input) =>
    begin(await passkeys.confirm(input.principal, input.body.credential), input),
  )
  route(http, listPasskeys, async ({ principal }) => ({ body: { data: await passkeys.list(principal.id) } }))
  route(http, beginPasskey, async ({ principal }) => options(await passkeys.askForNew(principal)))
  route(http, addPasskey, async ({ principal, body }) => {
    const passkey = await passkeys.add(principal, body.label, body.credential)
    return { body: passkey, location: `${listPasskeys.path}/${passkey.id}` }
  })
  route(http, renamePasskey, async ({ principal, params, body }) => ({
    body: await passkeys.rename(principal.id, params.passkeyId, body.label),
  }))
  route(http, deletePasskey, async ({ principal, params }) => {
    await passkeys.delete(principal, params.passkeyId)
    return { body: undefined }
  })
}
