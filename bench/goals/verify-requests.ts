export const verifyPath = '/api/integration/verify'

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
