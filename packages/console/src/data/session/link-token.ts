import { useState } from 'react'

/** The secret of a link, which is after `#` and so never reaches a server, a proxy or a log. Empty without one. */
export const useLinkToken = (): string => useState(() => decodeURIComponent(location.hash.slice(1)))[0]
