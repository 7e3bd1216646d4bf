import { readFileSync } from 'node:fs'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro/content/config'
import type { Loader } from 'astro/loaders'
import type { SitePage } from './page.ts'

/** Gives Starlight the pages that `tools/build-site.ts` made: a file in the folder of the build. */

/** A table that is wider than the page is scrolled, also with the keyboard. */
const wrapTables = (html: string): string =>
  html.replaceAll('<table', '<div class="wide" tabindex="0"><table').replaceAll('</table>', '</table></div>')

const repositoryPages: Loader = {
  name: 'repository-pages',
  load: async ({ config, store, parseData, renderMarkdown }) => {
    const pages = JSON.parse(readFileSync(new URL('pages.json', config.root), 'utf8')) as SitePage[]
    store.clear()
    for (const { id, title, text, isSearched } of pages) {
      const isStart = id === 'index'
      const data = await parseData({
        id,
        data: { title, pagefind: isSearched, ...(isStart && { tableOfContents: false, prev: false, next: false }) },
      })
      const { html, metadata } =
        'markdown' in text
          ? await renderMarkdown(text.markdown)
          : { html: text.html, metadata: { headings: [...text.headings] } }
      store.set({ id, data, rendered: { html: wrapTables(html), ...(metadata && { metadata }) } })
    }
  },
}

export const collections: Readonly<Record<'docs', unknown>> = {
  docs: defineCollection({ loader: repositoryPages, schema: docsSchema() }),
}
