/** What a mail says: plain text, and the same as simple HTML. It loads nothing from elsewhere and counts nothing. */

export interface MailContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Below the first paragraph. */
  readonly link?: { readonly label: string; readonly url: string } | undefined
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const maxName = 100

/**
 * A name that people chose, on one line and of limited length. Control characters, line ends, and characters that change
 * the direction of writing would let a name change the rest of a header or a sentence.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > maxName ? `${letters.slice(0, maxName - 1).join('')}…` : line
}

/** The message as it is sent. */
export function writeMessage(to: string, { subject, paragraphs, link }: MailContent): MailMessage {
  const [first = '', ...others] = paragraphs
  const text = [first, ...(link ? [link.url] : []), ...others].join('\n\n')
  const button = link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []
  const toParagraph = (paragraph: string): string => `<p>${escapeHtml(paragraph)}</p>`
  const body = [toParagraph(first), ...button, ...others.map(toParagraph)].join('\n')
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en">\n<body>\n${body}\n</body>\n</html>\n`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
