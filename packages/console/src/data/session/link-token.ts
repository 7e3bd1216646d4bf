import { useState } from 'react'

/** The secret of a link, which stands behind `#` and so reaches no server, no proxy and no log. Empty without one. */
export const useLinkToken = (): string => useState(() => decodeURIComponent(location.hash.slice(1)))[0]
