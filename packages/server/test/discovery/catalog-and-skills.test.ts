import { AgentSkillsIndex, ApiCatalog } from '@spindle/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

let hub: TestHub
beforeAll(async () => {
  hub = await sharedHub()
})

describe('the API catalog', () => {
  const path = '/.well-known/api-catalog'

  it('shows its own relation on HEAD', async () => {
    const response = await hub.request(path, { method: 'HEAD' })
    expect(response.headers.get('link')).toBe(
      `<${hub.url}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    )
  })

  it('is a linkset: a string as anchor, arrays of targets, nothing else', async () => {
    const { body } = await hub.json('GET', path)
    expect(ajv.validate(ApiCatalog, body), ajv.errorsText()).toBe(true)
    expect(body.linkset.map(({ anchor }: { anchor: string }) => anchor)).toEqual([
      `${hub.url}/.well-known/api-catalog`,
      `${hub.url}/api/integration/verify`,
      `${hub.url}/api/v1/distributor`,
      `${hub.url}/api/v1/music-distributor`,
      `${hub.url}/mcp`,
    ])
    for (const api of body.linkset.slice(1))
      expect(Object.keys(api)).toEqual(['anchor', 'service-desc', 'service-doc', 'service-meta', 'status'])
  })

  it('leads nowhere that does not answer with the type it states, asked or not', async () => {
    const { body } = await hub.json('GET', path)
    const targets: { href: string; type?: string }[] = body.linkset.flatMap(
      ({ anchor: _anchor, ...links }: object & { anchor: string }) => Object.values(links).flat(),
    )
    expect(targets.length).toBeGreaterThan(15)
    for (const { href, type } of targets) {
      const response = await fetch(href, type === undefined ? {} : { headers: { accept: type } })
      expect({ href, status: response.status }).toEqual({
        href,
        status: [`${hub.url}/api/integration/verify`, `${hub.url}/mcp`].includes(href) ? 401 : 200,
      })
      if (type === undefined) continue
      const unasked = await fetch(href)
      for (const { headers } of [response, unasked]) expect(headers.get('content-type')?.startsWith(type)).toBe(true)
    }
  })
})

describe('the agent skills', () => {
  it('have an index of version 0.2.0', async () => {
    const { body } = await hub.json('GET', '/.well-known/agent-skills/index.json')
    expect(ajv.validate(AgentSkillsIndex, body), ajv.errorsText()).toBe(true)
    expect(body.skills.map(({ name }: { name: string }) => name)).toEqual([
      'deliver-music-release',
      'read-catalog-and-analytics',
      'verify-integration-token',
    ])
  })

  it('have front matter of the allowed keys that agrees with the index', async () => {
    const { body } = await hub.json('GET', '/.well-known/agent-skills/index.json')
    for (const { name, description, url } of body.skills) {
      const markdown = await (await fetch(url)).text()
      const frontMatter = Object.fromEntries(
        (/^---\n([\s\S]+?)\n---\n/.exec(markdown)?.[1] ?? '').split('\n').map((line) => {
          const at = line.indexOf(': ')
          return [line.slice(0, at), line.slice(at + 2)]
        }),
      )
      expect(Object.keys(frontMatter)).toEqual(['name', 'description', 'license', 'compatibility'])
      expect(frontMatter).toMatchObject({ name, description })
      expect(new URL(url).pathname).toBe(`/.well-known/agent-skills/${name}/SKILL.md`)
      // A plain YAML scalar would end at either of these.
      for (const value of Object.values(frontMatter)) expect(value).not.toMatch(/: | #/)
      expect(frontMatter.compatibility?.length).toBeLessThanOrEqual(500)
      expect(markdown.split('\n').length).toBeLessThan(500)
      expect(markdown).not.toContain('{base_url}')
    }
  })

  it('name only paths that the OpenAPI document has', async () => {
    const openApi = (await hub.json('GET', '/openapi.json')).body
    const templates = Object.keys(openApi.paths).map(
      (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
    )
    const { body } = await hub.json('GET', '/.well-known/agent-skills/index.json')
    for (const { url } of body.skills) {
      const markdown = await (await fetch(url)).text()
      const paths = [...markdown.matchAll(/https?:\/\/[\w.:]+(\/api\/[\w/{}$.-]*[\w}])/g)].map(([, path]) => path ?? '')
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths)
        expect({ path, known: templates.some((template) => template.test(path)) }).toEqual({ path, known: true })
    }
  })

  it('show bodies that the contract accepts', async () => {
    const openApi = (await hub.json('GET', '/openapi.json')).body
    ajv.addSchema(openApi, 'openapi')
    const markdown = await (await fetch(`${hub.url}/.well-known/agent-skills/deliver-music-release/SKILL.md`)).text()
    const bodies = [...markdown.matchAll(/ -d '([\s\S]+?)'/g)].map(([, json]) => JSON.parse(json ?? ''))
    const names = ['ReleaseInput', 'ReleasePatch', 'TakedownRequest']
    expect(bodies).toHaveLength(names.length)
    for (const [index, name] of names.entries()) {
      const validate = ajv.getSchema(`openapi#/components/schemas/${name}`)
      const body = JSON.parse(JSON.stringify(bodies[index]).replaceAll('<upload_id>', 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'))
      expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true)
    }
  })
})
