import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages } from '../measures/source-files.ts'
import { findChangelogFaults } from '../publish/changelog-faults.ts'

/** One version for everything that is released together. */

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as Manifest

describe('the version', () => {
  it.each(packages)('of %s is that of the repository, also where it depends on others', (name) => {
    const manifest = JSON.parse(read(`packages/${name}/package.json`)) as Manifest
    const own = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => dependency.startsWith('@spindle/'))
    expect([manifest.version, ...own.map(([, wanted]) => wanted)]).toEqual(Array(own.length + 1).fill(version))
  })

  it.each([
    ['deploy/compose.yml', `image: localhost/spindle:${version}\n`],
    ['deploy/kubernetes/kustomization.yaml', `newTag: ${version}\n`],
    ['deploy/container/Containerfile', `org.opencontainers.image.version=${version} `],
    ['docs/deploying.md', `--tag spindle:${version} .`],
    ['SECURITY.md', `${version.split('.').slice(0, 2).join('.')}.x`],
  ])('is named in %s', (path, text) => {
    expect(read(path)).toContain(text)
  })

  it('has a section in the changelog below the changes that are not released', () => {
    const headings = Array.from(read('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, heading]) => heading)
    expect(headings.slice(0, 2)).toEqual([
      'Unreleased',
      expect.stringMatching(new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`)),
    ])
  })
})

describe('a changelog', () => {
  const released = '# Changelog\n\n## Unreleased\n\n## 0.3.0 (2027-01-31)\n\n- A change.\n'

  it('may be released with a dated section and nothing left over', () => {
    expect(findChangelogFaults(released, '0.3.0')).toEqual([])
  })

  it.each([
    [
      'without a date',
      released.replace(' (2027-01-31)', ''),
      'CHANGELOG.md has no section "## 0.3.0 (YYYY-MM-DD)". Fix: add it.',
    ],
    [
      'with another version',
      released.replace('0.3.0', '0.3.1'),
      'CHANGELOG.md has no section "## 0.3.0 (YYYY-MM-DD)". Fix: add it.',
    ],
    [
      'with lines left',
      released.replace('## Unreleased\n', '## Unreleased\n\n- Another.\n'),
      'CHANGELOG.md has lines under Unreleased. Fix: move them to the version.',
    ],
  ])('%s may not', (_what, changelog, fault) => {
    expect(findChangelogFaults(changelog, '0.3.0')).toEqual([fault])
  })
})
