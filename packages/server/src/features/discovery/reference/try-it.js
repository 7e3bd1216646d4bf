import { findOperations } from './find-operations.js'

/** Lets a reader of the API reference send requests from it. Credentials stay in the form and are never stored. */

const maxShownCharacters = 100_000
const shownHeaders = ['content-type', 'location', 'etag', 'link', 'retry-after', 'ratelimit', 'x-request-id']

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const fields = new FormData(form)
  const headers = new Headers()
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const input of form.querySelectorAll('[data-in]')) {
    if (input.value === '') continue
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value))
    else if (input.dataset.in === 'query') query.set(input.name, input.value)
    else headers.set(input.name, input.value)
  }
  const credential = fields.get('credential')
  if (credential) {
    if (form.dataset.credential === 'apiKey') headers.set('x-api-key', credential)
    else headers.set('authorization', `Bearer ${credential}`)
  }
  const file = fields.get('file')
  const body = file instanceof File && file.size > 0 ? file : (fields.get('body') ?? undefined)
  const mediaType = body instanceof File ? body.type : form.dataset.mediaType
  if (body !== undefined && mediaType) headers.set('content-type', mediaType)
  const search = query.size > 0 ? `?${query}` : ''
  // The page is served by the hub, so its own origin is the hub.
  return new Request(`${location.origin}${path}${search}`, {
    method: form.dataset.method,
    headers,
    body,
    credentials: 'omit',
  })
}

/** @param {Response} response */
async function textOf(response) {
  const type = response.headers.get('content-type') ?? ''
  if (!/json|text|xml|csv/.test(type)) {
    const bytes = (await response.arrayBuffer()).byteLength
    return bytes > 0 ? `(${bytes} bytes)` : ''
  }
  const text = await response.text()
  const shown = /json/.test(type) && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > maxShownCharacters ? `${shown.slice(0, maxShownCharacters)}\n(cut)` : shown
}

/** @param {SubmitEvent} event */
async function send(event) {
  event.preventDefault()
  const form = event.currentTarget
  const output = form.querySelector('.result')
  const result = document.createElement('pre')
  result.tabIndex = 0
  output.replaceChildren('Sending ...')
  try {
    const begun = performance.now()
    const response = await fetch(requestOf(form))
    const text = await textOf(response)
    const headers = shownHeaders
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`)
    const line = `${response.status} ${response.statusText} (${Math.round(performance.now() - begun)} ms)`
    result.textContent = [line, ...headers, '', text].join('\n')
  } catch (error) {
    result.textContent = `The request could not be sent: ${error.message}`
  }
  output.replaceChildren(result)
}

for (const details of document.querySelectorAll('details.try')) {
  details.hidden = false
  details.querySelector('form').addEventListener('submit', send)
}

/** A link to a schema opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()
findOperations(document)
