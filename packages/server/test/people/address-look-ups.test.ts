import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from '../acceptance/coverage/store-functions.ts'

/**
 * Every place that looks up, or compares, by a mail address, with what it decides. An address that is not proven is
 * contact data: a new place here needs an answer to "what if someone else typed this address?".
 */

/** Statements that compare an address. */
const statements: Readonly<Record<string, string>> = {
  'features/people/users/user-queries.ts findUserByMail': 'finds a person: see `callers`',
  'features/people/users/user-queries.ts isAddressFree': 'whether the address that a provider vouched for can be taken',
  'features/people/users/user-queries.ts isAsked':
    'searches the list of people, for operators, who see whether it is proven',
  'features/people/membership/member-queries.ts isMemberByMail':
    'refuses to invite a member to its own account; owners see the members',
  'features/people/users/link-queries.ts deleteInvitationsOf':
    'a newer invitation replaces one of the same account and address',
}

/** Who calls them, and what follows. */
const callers: Readonly<Record<string, string>> = {
  'cli/people/people.ts findByMail':
    'whom an operator means by an address: only where it is proven, and the person is shown',
  'features/people/membership/invitations.ts deleteInvitationsOf': 'see above',
  'features/people/membership/invitations.ts isMemberByMail': 'see above',
  'features/people/sign-in/newcomers.ts findUserByMail': 'a new person gets no address that another one has',
  'features/people/sign-in/sign-in.ts findUserByMail': 'whose password is compared: the password decides',
  'features/people/profile/people.ts findUserByMail': 'for the commands of the operator alone: findByMail',
  'features/people/profile/prove-address.ts isAddressFree': 'see above',
}

/** Comparisons of two addresses that both are known. */
const comparisons: Readonly<Record<string, string>> = {
  'features/people/outside/outside-sign-in.ts': 'an invitation is for the address that the provider names as verified',
  'features/people/sign-in/enrolment.ts':
    'an invitation is for the address of the person who accepts, who also holds the link',
  'features/people/profile/profile.ts': 'whether a change of the profile asks for another address',
  'features/people/profile/prove-address.ts':
    'whether the provider vouches for the address of the person, or the pending one',
}

const files = sourceFiles().map((file) => ({ file, text: readSource(file) }))

describe('places that look a person up by address', () => {
  it('compare addresses in these statements alone', () => {
    const found = files.flatMap(({ file, text }) =>
      declarationsOf(text)
        .filter(({ body }) =>
          /\bemail\b[^\n]{0,12}\)?\s*(=|<>|like|ilike|in|strpos)\s*[^>\n]{0,12}\$|(lower|strpos)\([^\n]*email/i.test(
            sqlOf(body),
          ),
        )
        .map(({ name }) => `${file} ${name}`),
    )
    expect(found.toSorted()).toEqual(Object.keys(statements).toSorted())
  })

  it('are asked from these files alone', () => {
    const names = ['findByMail', 'findUserByMail', 'isAddressFree', 'isMemberByMail', 'deleteInvitationsOf']
    const found = files.flatMap(({ file, text }) =>
      names
        .filter((name) => new RegExp(`(?<!const |function )\\b${name}\\(`).test(withoutMethods(text)))
        .map((name) => `${file} ${name}`),
    )
    expect(found.toSorted()).toEqual(Object.keys(callers).toSorted())
  })

  it('compare two known addresses in these files alone, and only by the case of ASCII letters', () => {
    const found = files.filter(
      ({ file, text }) => /\bisSameAddress\(/.test(text) && !file.endsWith('users/addresses.ts'),
    )
    expect(found.map(({ file }) => file).toSorted()).toEqual(Object.keys(comparisons).toSorted())
    const folded = files
      .filter(({ text }) => /(email|mail|address)\w*\.toLowerCase\(\)/i.test(text))
      .map(({ file }) => file)
    // Counts failed guesses: several spellings in one bucket lock no one out.
    expect(folded).toEqual(['features/people/sign-in/failed-attempts.ts'])
  })
})

/** The formatter puts every top-level declaration at the beginning of a line. */
function declarationsOf(text: string): { readonly name: string; readonly body: string }[] {
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)]
  return starts.map(({ index, 1: name = '' }, place) => ({ name, body: text.slice(index, starts[place + 1]?.index) }))
}

const sqlOf = (text: string): string =>
  (text.match(/`[^`]*`/g) ?? [])
    .filter((one) => /select|update|delete|strpos|where/i.test(one))
    .join('\n')
    .replaceAll(/\bset\b.*?\bwhere\b/gs, '')

/** Without the declarations of an interface. */
const withoutMethods = (text: string): string => text.replaceAll(/^ {2}\w+\([^)]*\): Promise<.*$/gm, '')
