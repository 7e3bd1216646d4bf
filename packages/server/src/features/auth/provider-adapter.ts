import type { Adapter } from 'oidc-provider'
import type { Accounts } from '../accounts/index.ts'
import { commandLineClient, commandLineClientId } from './authorization/command-line-client.ts'
import type { NativeClients } from './authorization/native-clients/native-clients.ts'
import { forgetfulAdapter, type PayloadAdapterOptions, payloadAdapter } from './authorization/payload-adapter.ts'
import type { RegisteredClients } from './authorization/registered-clients.ts'

/** Where oidc-provider finds its clients, and keeps what it must remember. Access tokens are self-contained. */
export interface ProviderAdapterOptions extends PayloadAdapterOptions {
  readonly accounts: Pick<Accounts, 'findActiveClient'>
  readonly registered: Pick<RegisteredClients, 'find'>
  readonly nativeClients: Pick<NativeClients, 'find'>
}

export function providerAdapter(kind: string, options: ProviderAdapterOptions): Adapter {
  if (kind === 'Client') return clientAdapter(options)
  return kept.has(kind) ? payloadAdapter(kind, options) : forgetfulAdapter
}

/** Whatever else the library knows of is never stored: sessions, and tokens that carry themselves. */
const kept: ReadonlySet<string> = new Set(['Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken'])

function clientAdapter({
  accounts,
  registered,
  nativeClients,
}: Pick<ProviderAdapterOptions, 'accounts' | 'registered' | 'nativeClients'>): Adapter {
  return {
    ...forgetfulAdapter,
    async find(id) {
      if (id === commandLineClientId) return commandLineClient
      const client = await accounts.findActiveClient(id)
      if (!client) return (await nativeClients.find(id)) ?? registered.find(id)
      return {
        client_id: client.id,
        client_secret: client.secretSha256.toString('hex'),
        account_id: client.accountId,
      }
    },
  }
}
