import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errors, type Operation, operations } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { describe, expect, it } from 'vitest'

/**
 * Every operation has a folder with a file for each status of its own: its successes, its errors and its 404. Errors
 * that all operations of a kind share are tested by the matrices.
 */

const test = resolve(import.meta.dirname, '..')

interface Place {
  readonly operation: Operation
  readonly folder: string
}

const places: readonly Place[] = [
  ...operations.map((operation) => ({ operation, folder: `api/${kebab(operation.id)}` })),
  ...consoleOperations.map((operation) => ({ operation, folder: `console/${kebab(operation.id)}` })),
]

describe('the folders of the operations', () => {
  it('are one for each operation of the contract', () => {
    const found = ['api', 'console'].flatMap((room) =>
      readdirSync(join(test, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${room}/${name}`),
    )
    expect(found.sort()).toEqual(places.map(({ folder }) => folder).sort())
  })

  it.each(places)('$folder has a file for each status', ({ operation, folder }) => {
    const statuses = [...successesOf(operation), ...ownCodesOf(operation).map((code) => errors[code].status)]
    const missing = [...new Set(statuses)].filter((status) => !existsSync(fileOf(folder, status)))
    expect(missing).toEqual([])
  })

  it.each(places)('$folder names each error that is its own', ({ operation, folder }) => {
    const unnamed = ownCodesOf(operation).filter((code) => {
      const file = fileOf(folder, errors[code].status)
      return !existsSync(file) || !new RegExp(`['"\`]${code}['"\`]`).test(readFileSync(file, 'utf8'))
    })
    expect(unnamed).toEqual([])
  })
})

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const fileOf = (folder: string, status: number): string => join(test, folder, `${status}.test.ts`)

const successesOf = ({ responses }: Operation): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300)

const ownCodesOf = ({ errors: own, notFound }: Operation): (keyof typeof errors)[] =>
  [...new Set([...own, ...(notFound === undefined ? [] : [notFound])])].sort()
