import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { typeInto } from './browsers.ts'

/** What a person who delivers does and sees, in any browser. */

/** Signs in by password; returns the address of the account's pages. */
export async function signIn(page: Page, email: string, hubAddress = ''): Promise<string> {
  await page.goto(`${hubAddress}/console/sign-in`)
  await typeInto(page.getByLabel('Email address'), email)
  await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
  return new URL(page.url()).pathname
}

export const choose = (page: Page, paths: readonly string[]): Promise<void> =>
  page.locator('input[data-input="Choose files"]').setInputFiles([...paths])

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  readonly body: any
}

/** As another window of the same person requests it. */
export const ask = (page: Page, own: string, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ({ address, method, body }) => {
      const answer = await fetch(address, {
        method,
        headers: { 'x-spindle-console': '1', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    { address: `${own}/api/v1${path}`, method, body },
  )

export async function newestRelease(page: Page, own: string) {
  const { body } = await ask(page, own, 'GET', '/music-distributor/releases?limit=1')
  return (await ask(page, own, 'GET', `/music-distributor/releases/${body.data[0].id}`)).body
}

export const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
