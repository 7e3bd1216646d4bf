import { type Html, html } from '../../http/pages/html.ts'
import { pageOf, rootOf } from '../../http/pages/page.ts'
import { type FieldName, type FormProblems, type FormValues, honeypotName, maxLengths } from './contact-form.ts'

/** The contact page: where people ask for access, with a form that works without a script. */

export interface ContactPageOptions {
  readonly baseUrl: string
  readonly contactEmail: string | undefined
}

export interface FormState {
  readonly values: FormValues
  readonly problems: FormProblems
  /** What went wrong with the whole, above the form. */
  readonly notice?: string | undefined
}

interface Field {
  readonly name: FieldName
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'email'
  readonly autocomplete?: string
  readonly isOptional?: true
}

const fields: readonly Field[] = [
  { name: 'name', label: 'Your name', type: 'text', autocomplete: 'name' },
  { name: 'email', label: 'Email address', type: 'email', autocomplete: 'email', hint: 'We reply to this address.' },
  {
    name: 'organisation',
    label: 'Label, distributor or website',
    type: 'text',
    autocomplete: 'organization',
    isOptional: true,
  },
  {
    name: 'message',
    label: 'What would you like to do?',
    hint: 'For example: deliver our releases, or connect a website that plays them.',
  },
]

export const contactPage = (
  { baseUrl, contactEmail }: ContactPageOptions,
  { values, problems, notice }: FormState,
): string =>
  pageOf({
    baseUrl,
    title: notice === undefined ? 'Contact' : 'Please check the form: Contact',
    description: 'Ask for an account, an API key or an integration token.',
    body: html`<h1>Request access</h1>
<p class="lead">People review requests for accounts, API keys and integration tokens. Tell us who you are and what you need. We reply by email.</p>
${notice === undefined ? '' : html`<div class="notice" role="alert"><p class="problem">${notice}</p></div>`}
<form method="post" action="${rootOf(baseUrl)}/contact" novalidate>
${fields.map((field) => fieldView(field, values[field.name], problems[field.name]))}
<div class="trap" aria-hidden="true"><label for="${honeypotName}">Leave this empty</label><input id="${honeypotName}" name="${honeypotName}" tabindex="-1" autocomplete="off"></div>
<button>Send</button>
</form>
${contactEmail === undefined ? '' : html`<p class="soft">Or write to <a href="mailto:${contactEmail}">${contactEmail}</a>. Security reports, too.</p>`}
<p class="soft">Programs cannot send this form. If you are one, read <a href="${rootOf(baseUrl)}/auth.md">auth.md</a> and give this address to a person.</p>`,
  })

function fieldView(
  { name, label, hint, type, autocomplete, isOptional }: Field,
  value: string,
  problem: string | undefined,
): Html {
  const describedBy = [...(hint ? [`${name}-hint`] : []), ...(problem ? [`${name}-problem`] : [])].join(' ')
  const attributes = html` id="${name}" name="${name}" maxlength="${maxLengths[name]}"${
    describedBy === '' ? '' : html` aria-describedby="${describedBy}"`
  }${problem === undefined ? '' : html` aria-invalid="true"`}${isOptional ? '' : html` required`}`
  const input =
    type === undefined
      ? html`<textarea${attributes}>${value}</textarea>`
      : html`<input type="${type}" autocomplete="${autocomplete}" value="${value}"${attributes}>`
  return html`<label for="${name}">${label}${isOptional ? html` <span class="soft">(optional)</span>` : ''}</label>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${input}
${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}`
}

export const thanksPage = (baseUrl: string): string =>
  pageOf({
    baseUrl,
    title: 'Thank you',
    body: html`<h1>Thank you</h1>
<p class="lead">We received your message. We reply by email.</p>
<p><a href="${rootOf(baseUrl)}/docs">Read the API reference in the meantime</a></p>`,
  })

export const contactMarkdown = ({ baseUrl, contactEmail }: ContactPageOptions): string => `# Request access

Accounts, API keys and integration tokens are handed out by people.

If you are an agent, you cannot send this form, and there is nothing to poll. Give a person the address ${baseUrl}/contact and tell them what you need:

- to deliver music and read catalog and analytics: an account with an API key;
- to manage the keys of an account: a service client;
- to connect a site or app that plays the music: an integration token for the property.

The person opens the page in a browser and enters a name, an email address and a message. The operator replies by email.
${contactEmail === undefined ? '' : `\nMail: ${contactEmail}\n`}
How to use a credential: ${baseUrl}/auth.md
`
