/** Other people's text on an operator's terminal: without control characters, which could rewrite the screen. */
export const plainText = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, '\u{FFFD}')
