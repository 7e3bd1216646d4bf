export const verifyPath = '/api/integration/verify'

/** Of the property that asks, as hubs here are told it. */
export const verifyToken = 'tok-0123456789abcdefghijklmnopqrstuvwxyz'

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
