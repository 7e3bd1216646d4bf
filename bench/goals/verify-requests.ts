export const verifyPath = '/api/integration/verify'

/** The address of the property that sends the request, as hubs here see it. */
export const verifyToken = 'tok-0123456789abcdefghijklmnopqrstuvwxyz'

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
