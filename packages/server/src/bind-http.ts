import type { ComposedFeatures } from './compose.ts'
import { accountStates } from './features/accounts/index.ts'
import { overrideMethod } from './features/uploads/index.ts'
import type { Http } from './http/context.ts'
import type { Feature } from './http/feature.ts'
import { idempotentRequests } from './http/idempotency/idempotency.ts'
import { cursorCodec } from './http/requests/cursor.ts'
import { requestObserver } from './http/requests/request-observer.ts'
import { httpServer } from './http/server.ts'
import type { Infrastructure } from './infrastructure.ts'
import { warmUp } from './platform/process/warm-up.ts'
import { deriveKeys } from './platform/secrets/encryption.ts'

/** Makes the server with the routes of the features that this process serves. It does not listen yet. */
export function bindHttp(
  infrastructure: Infrastructure,
  { integration, auth, keys, people, health }: ComposedFeatures['offers'],
  answering: readonly Feature[],
): Http {
  const http = httpServer({
    ...infrastructure,
    warmUp: warmUp(),
    credentials: {
      findApiKey: keys.findApiKey,
      listLiveKeys: keys.listLiveKeys,
      listLiveSessions: people.listLiveSessions,
      findClient: auth.findClient,
      findProperty: integration.findProperty,
      findSession: people.findSession,
      findMember: people.findMember,
      findPersonOfBrowser: people.findPersonOfBrowser,
      ...accountStates(infrastructure),
    },
    cursors: cursorCodec(deriveKeys(infrastructure.secrets, 'cursors')),
    idempotency: idempotentRequests(infrastructure),
    rawHandlers: answering.includes(integration) ? integration.rawHandlers : [],
    rewriteRequest: overrideMethod,
    observer: requestObserver(infrastructure),
    onUnavailable: health.noteFailure,
  })
  http.warmUp.add(infrastructure.metrics.load)
  for (const feature of answering) feature.bind?.(http)
  return http
}
