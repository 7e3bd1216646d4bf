import { exitCodes, requireOption } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatInstants } from '../../output/format-units.ts'
import { escapeControls, sanitizeText } from '../../output/terminal-output.ts'
import type { ern } from './release-commands.ts'

export const showMessage: CommandHandler<typeof ern> = async (context, { releaseId, outlet, diff }) => {
  const { client, out, signal } = context
  if (diff) return showComparison(context, releaseId, requireOption(outlet, '--outlet', '--outlet store'))
  const preview = await (await client()).releases.previewMessage(releaseId, { outlet }, { signal })
  if (out.isJson) out.json(preview)
  else out.document(preview.xml)
  for (const { pointer, message } of preview.notCarried)
    out.say(sanitizeText(`Not in the message: ${pointer}. ${message}`))
  for (const { pointer, message, fix } of preview.problems)
    out.say(sanitizeText(`${out.paint('red', '✖')} ${pointer || 'The hub'}: ${message} ${fix}`))
  return preview.problems.length > 0 ? exitCodes.validation : undefined
}

async function showComparison(
  { client, out, signal }: CommandContext,
  releaseId: string,
  outlet: string,
): Promise<undefined> {
  const comparison = await (await client()).releases.compareMessage(releaseId, { outlet }, { signal })
  const { against, changes, xml, xmlChanges } = comparison
  const part = (colour: 'red' | 'green', sign: string, text: string | null): string[] =>
    text === null ? [] : text.split('\n').map((line) => out.paint(colour, `${sign} ${escapeControls(line)}`))
  out.result(comparison, () => {
    if (against === null) return [sanitizeText(`${outlet} does not have this release yet: the whole message is new.`)]
    const { messageId, revision, sentAt } = against
    return [
      sanitizeText(`Compared with ${messageId}, revision ${revision}, sent ${formatInstants(sentAt)}:`),
      ...(changes.length + xml.length === 0 ? ['Nothing changes.'] : []),
      ...changes.map(({ message }) => sanitizeText(`  ${message}`)),
      ...xml.flatMap(({ path, before, after }) => [
        '',
        sanitizeText(path),
        ...part('red', '-', before),
        ...part('green', '+', after),
      ]),
      ...(xmlChanges > xml.length ? ['', `${xmlChanges - xml.length} more changes in the XML are not shown.`] : []),
    ]
  })
  return undefined
}
