/** Text in another script keeps to itself inside a line (FSI, PDI). */
export const isolate = (text: string): string => `\u2068${text}\u2069`
