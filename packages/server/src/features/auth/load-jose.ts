/** The library that reads and signs tokens, loaded with the first of them: 46 modules that a start has no use for. */
export const loadJose = () => import('jose')
