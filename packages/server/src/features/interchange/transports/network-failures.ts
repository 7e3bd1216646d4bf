const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no server has this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing answers at this port',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the server cannot be reached',
  ETIMEDOUT: 'the server does not answer',
}

/** Why a server was not reached, for an operator. Undefined for another failure. */
export function explainNetworkFailure(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? reasons[code] : undefined
}
