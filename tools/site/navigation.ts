/**
 * The groups of the menu: for each reader, the pages to read in this order. A page is named by its file. The test of the site
 * fails if a page of docs/ is in no group.
 */
export interface NavigationGroup {
  readonly label: string
  readonly pages: readonly string[]
}

export const navigation: readonly NavigationGroup[] = [
  { label: 'Start', pages: ['docs/README.md', 'README.md', 'docs/comparison.md', 'CHANGELOG.md'] },
  {
    label: 'Labels',
    pages: [
      'docs/console.md',
      'docs/cli.md',
      'docs/moving-in.md',
      'docs/labels.md',
      'docs/parties.md',
      'docs/bulk.md',
      'docs/reports.md',
      'docs/people.md',
    ],
  },
  { label: 'Sites', pages: ['docs/sites.md', 'packages/player/README.md'] },
  { label: 'Stores', pages: ['docs/interchange.md', 'docs/sandbox.md'] },
  {
    label: 'Operators',
    pages: [
      'docs/deploying.md',
      'docs/operating.md',
      'docs/database.md',
      'docs/storage.md',
      'docs/backup.md',
      'docs/accounts.md',
      'docs/mail.md',
      'docs/commands.md',
      'docs/metrics.md',
      'docs/log-events.md',
      'docs/verify-history.md',
      'docs/performance.md',
      'docs/performance-figures.md',
      'SECURITY.md',
    ],
  },
  {
    label: 'Developers',
    pages: [
      'docs/errors',
      'docs/webhooks.md',
      'docs/extending.md',
      'packages/client/README.md',
      'packages/cli/README.md',
    ],
  },
  { label: 'API reference', pages: ['openapi.json'] },
  { label: 'Agents', pages: ['docs/mcp.md', 'packages/mcp/README.md'] },
  {
    label: 'Contributors',
    pages: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'docs/decisions/README.md',
      'docs/style.md',
      'docs/glossary.md',
      'docs/testing.md',
      'docs/adding-a-feature.md',
      'docs/adding-an-endpoint.md',
      'docs/adding-a-command.md',
      'docs/adding-a-console-page.md',
      'docs/adding-a-migration.md',
      'docs/adding-a-rule.md',
      'docs/adding-a-transport.md',
      'docs/adding-an-outlet-kind.md',
      'docs/schema.md',
      'docs/dependencies.md',
      'docs/interface-coverage.md',
      'docs/releasing.md',
      'packages/server/README.md',
      'packages/contract/README.md',
      'packages/command-line/README.md',
    ],
  },
]

/** Where the title of a page would not say in a menu what it is. */
export const menuLabels: Readonly<Record<string, string>> = {
  'docs/README.md': 'Start here',
  'README.md': 'Overview',
  'docs/comparison.md': 'Comparison',
  'openapi.json': 'All subjects',
}
