import { readFileSync } from 'node:fs'

/** The commands that `docs/deploying.md` gives a reader. */

const text = readFileSync(new URL('../../../../docs/deploying.md', import.meta.url), 'utf8')

export interface Block {
  /** The number and the title of its step. */
  readonly step: string
  readonly language: string
  readonly text: string
}

export const blocks: readonly Block[] = text.split(/^## /m).flatMap((part) => {
  const step = part.slice(0, part.indexOf('\n'))
  return [...part.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', inside = '']) => ({
    step,
    language,
    text: inside,
  }))
})

/** Commands within sentences. */
export const inlineCommands: readonly string[] = [
  ...text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/`((?:npm|npx|node|openssl|podman|docker|kubectl|patronictl|systemctl|curl|deploy\/make-\w+)\s[^`]+)`/g),
].map(([, command = '']) => command.replaceAll(/\s+/g, ' '))
