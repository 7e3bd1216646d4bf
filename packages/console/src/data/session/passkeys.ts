import { SpindleError } from '@spindle/client'
import { readDevice } from '../../words/device-name.ts'
import { words } from '../../words/words.ts'
import { type PasskeyQuestion, sessionApi } from '../api/session-api.ts'
import { useHubFacts } from '../queries/queries.ts'

/** Passkeys of this browser (WebAuthn level 3). Options from the hub and the answers to it are passed on as JSON. */

/** Older browsers support passkeys, but not their JSON form. */
const isKnownHere = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Whether both the hub and this browser can. */
export const useHasPasskeys = (): boolean => useHubFacts().data?.hasPasskeys === true && isKnownHere()

/** Whether this hub takes passwords; true until the hub has answered. */
export const useHasPasswords = (): boolean => useHubFacts().data?.hasPasswords !== false

/** Lets the person make a passkey; throws `passkey_not_made` when the person or the device refuses. */
export async function makePasskey({ publicKey }: PasskeyQuestion): Promise<object> {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return answerOf(
    navigator.credentials.create({ publicKey: options }),
    new SpindleError(words.passkeys.notMade, { code: 'passkey_not_made' }),
  )
}

/** Lets the person choose a passkey; throws `passkey_not_used` when the person or the device refuses. */
export async function choosePasskey(
  { publicKey }: PasskeyQuestion,
  options: CredentialRequestOptions = {},
): Promise<object> {
  const request = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return answerOf(
    navigator.credentials.get({ ...options, publicKey: request }),
    new SpindleError(words.passkeys.notUsed, { code: 'passkey_not_used' }),
  )
}

/** Browsers give the same error for every reason, so that no page learns which passkeys there are. */
async function answerOf(asked: Promise<Credential | null>, refusal: SpindleError): Promise<object> {
  const credential = await asked.catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw refusal
  return credential.toJSON()
}

/** A passkey that is created with the setup or an invitation. */
export async function makeFirstPasskey(person: {
  readonly token: string
  readonly name: string
  readonly email?: string
}): Promise<{ readonly label: string; readonly credential: object }> {
  const credential = await makePasskey(await sessionApi.beginFirstPasskey(person))
  return { label: words.device(readDevice(navigator.userAgent)), credential }
}

/** Long before the hub forgets its question. */
const offerMs = 4 * 60_000

/** Offers passkeys in the list of the mail field, for as long as the page is open (conditional mediation). */
export async function offerPasskeys(signal: AbortSignal, onChosen: (credential: object) => void): Promise<void> {
  if (!isKnownHere() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  while (!signal.aborted) {
    const round = AbortSignal.any([signal, AbortSignal.timeout(offerMs)])
    const question = await sessionApi.beginPasskeySignIn()
    const chosen = await choosePasskey(question, { mediation: 'conditional', signal: round }).catch(() => undefined)
    if (chosen) onChosen(chosen)
    // Not the end of its time: the browser will not offer any.
    if (chosen || !round.aborted) return
  }
}
