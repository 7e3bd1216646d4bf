import { readFileSync } from 'node:fs'
import type { AgentSkillsIndex } from '@spindle/contract'
import { type Document, documentOf } from '../../../http/responses/documents.ts'
import { sha256 } from '../../../platform/values/sha256.ts'
import { wellKnown } from '../metadata.ts'

/** The agent skills and their index: the digest of each is that of the bytes served, base URL included. */

const names = ['deliver-music-release', 'read-catalog-and-analytics', 'verify-integration-token'] as const

export interface Skill {
  readonly name: string
  readonly description: string
  readonly path: string
  readonly markdown: string
}

/** A paragraph that begins with `{mcp} ` is for hubs that have the tools. */
const mcpParagraph = /^\{mcp\} (.+\n\n)/gm

export const readSkills = (baseUrl: string, { hasMcp }: { readonly hasMcp: boolean }): Skill[] =>
  names.map((name) => {
    const template = readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8')
    const markdown = template.replaceAll(mcpParagraph, hasMcp ? '$1' : '').replaceAll('{base_url}', baseUrl)
    const description = /^description: (.+)$/m.exec(markdown)?.[1]
    if (description === undefined) throw new Error(`The skill ${name} has no description`)
    return { name, description, path: `/.well-known/agent-skills/${name}/SKILL.md`, markdown }
  })

const skillsIndex = (baseUrl: string, skills: readonly Skill[]): AgentSkillsIndex => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills.map(({ name, description, path, markdown }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${baseUrl}${path}`,
    digest: `sha256:${sha256(markdown).toString('hex')}`,
  })),
})

export const skillDocuments = (baseUrl: string, skills: readonly Skill[]): Document[] => [
  documentOf(wellKnown.skillsIndex, 'application/json', () => JSON.stringify(skillsIndex(baseUrl, skills))),
  ...skills.map(({ path, markdown }) => documentOf(path, 'text/markdown; charset=utf-8', () => markdown)),
]
