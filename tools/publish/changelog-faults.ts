/** A release has a dated section, and nothing is left in `Unreleased`. */
export function findChangelogFaults(changelog: string, version: string): readonly string[] {
  const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? []
  const isDated = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm').test(changelog)
  return [
    ...(isDated ? [] : [`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)". Fix: add it.`]),
    ...(unreleased.trim() === '' ? [] : ['CHANGELOG.md has lines under Unreleased. Fix: move them to the version.']),
  ]
}
