/** What a mail says: plain text, and the same as simple HTML. It loads nothing from elsewhere and counts nothing. */

export interface MailContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Below the first paragraph. */
  readonly link?: MailLink | undefined
  /** At the end, one on each line. */
  readonly links?: readonly MailLink[] | undefined
  /** Where one click ends notices like this (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

export interface MailLink {
  readonly label: string
  readonly url: string
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl?: string | undefined
}

const maxName = 100

/**
 * A name that people chose, on one line and of limited length. Control characters, line ends, and characters that change
 * the direction of writing would let a name change the rest of a header or a sentence.
 */
export const plainName = (name: string): string => plainLine(name, maxName)

/** The same for a longer text, such as a reason. */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : line
}

/** The message as it is sent. */
export function writeMessage(
  to: string,
  { subject, paragraphs, link, links = [], unsubscribeUrl }: MailContent,
): MailMessage {
  const [first = '', ...others] = paragraphs
  const last = links.map(({ label, url }) => `${label}: ${url}`)
  const text = [first, ...(link ? [link.url] : []), ...others, ...last].join('\n\n')
  const toLink = ({ label, url }: MailLink): string => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
  const toParagraph = (paragraph: string): string => `<p>${escapeHtml(paragraph)}</p>`
  const button = link ? [toLink(link)] : []
  const body = [toParagraph(first), ...button, ...others.map(toParagraph), ...links.map(toLink)].join('\n')
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en">\n<body>\n${body}\n</body>\n</html>\n`,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
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
