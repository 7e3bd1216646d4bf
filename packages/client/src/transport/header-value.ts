/** Visible ASCII on one line (RFC 9110 section 5.5); `fetch` trims it, and quotes anything else in its error. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text.trim())
