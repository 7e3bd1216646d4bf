import { onTestFinished } from 'vitest'

/** Passkeys of the browser: a device that confirms, or a person who refuses. */

export interface Device {
  /** The requests to the browser, oldest first. */
  readonly questions: { readonly what: 'create' | 'get'; readonly publicKey: unknown }[]
  /** From now on the person refuses. */
  refuse(): void
}

const bytes = 'Y3JlZGVudGlhbA'
const credential = {
  id: bytes,
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, attestationObject: bytes, authenticatorData: bytes, signature: bytes },
  clientExtensionResults: {},
}

/** The window has passkeys until the test ends. */
export function providePasskeys(): Device {
  const questions: Device['questions'][number][] = []
  let isWilling = true
  class Credential {
    static parseCreationOptionsFromJSON = (options: unknown): unknown => options
    static parseRequestOptionsFromJSON = (options: unknown): unknown => options
    toJSON = (): object => credential
  }
  const ask =
    (what: 'create' | 'get') =>
    async ({ publicKey }: { readonly publicKey?: unknown }): Promise<Credential> => {
      questions.push({ what, publicKey })
      if (!isWilling) throw new DOMException('no', 'NotAllowedError')
      return new Credential()
    }
  Object.assign(globalThis, { PublicKeyCredential: Credential })
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask('create'), get: ask('get') },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return {
    questions,
    refuse() {
      isWilling = false
    },
  }
}
