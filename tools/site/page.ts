/** A page of the site before it has a frame: as Markdown, or as HTML with the headings of its contents. */
export interface SitePage {
  /** Its address without slashes: `errors/not_found`. */
  readonly id: string
  readonly title: string
  readonly text: { readonly markdown: string } | { readonly html: string; readonly headings: readonly Heading[] }
  /** Files of the repository are shown, but found by their name only in what links to them. */
  readonly isSearched: boolean
}

export interface Heading {
  readonly depth: number
  readonly slug: string
  readonly text: string
}
