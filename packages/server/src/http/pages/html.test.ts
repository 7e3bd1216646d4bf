import { describe, expect, it } from 'vitest'
import { html } from './html.ts'
import { pageOf, rootOf } from './page.ts'

describe('html', () => {
  it('escapes whatever was not made by itself', () => {
    const evil = `<script>alert("1")</script>&'`
    expect(html`<p title="${evil}">${[evil, html`<b>${evil}</b>`]}${undefined}${7}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;' +
        '<b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</b>7</p>',
    )
  })
})

describe('pages', () => {
  it('keep the path of a base URL, and name no host', () => {
    expect(rootOf('https://hub.example')).toBe('')
    expect(rootOf('https://hub.example/music')).toBe('/music')
    const page = pageOf({ baseUrl: 'https://hub.example/music', title: 'A & B', body: html`<h1>Hi</h1>` })
    expect(page).toContain('<link rel="stylesheet" href="/music/style.css">')
    expect(page).toContain('<title>A &amp; B</title>')
    expect(page).not.toContain('hub.example')
  })
})
