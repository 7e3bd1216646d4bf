import type { NativeClient } from '@spindle/contract/console'
import { waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const mine = 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const clientId = 'nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const editor = {
  id: clientId,
  name: 'Editor',
  madeBy: { id: mine, name: 'Mia Blue' },
  createdAt: '2026-11-01T12:00:00.000Z',
} as const
const ofTom = {
  ...editor,
  id: 'nac_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
  name: 'Claude of Tom',
  madeBy: { id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYC', name: 'Tom Green' },
} as const
const endpoints = {
  tools: 'https://hub.example/mcp',
  issuer: 'https://hub.example',
  authorization: 'https://hub.example/oauth/authorize',
  token: 'https://hub.example/oauth/token',
  scopes: ['music:read'],
} as const

async function open(person: Person = {}, pages: NativeClient[][] = [[editor, ofTom]]) {
  const hub = labelHub(person)
  hub.answer('listConnections', { data: [] })
  hub.answer('getToolEndpoints', { endpoints: { ...endpoints, scopes: [...endpoints.scopes] } })
  hub.answerPages('listNativeClients', pages)
  return { hub, page: await openInLabel(hub, '/connections') }
}

describe('programs on a computer', () => {
  it('are listed with their client ids and who created them', async () => {
    const { page } = await open()
    const row = (await page.findByText('Claude of Tom')).closest('li')
    expect(textOf(row as Element)).toMatch(/^Claude of Tom nac_01JD3MZ6V8Q4W9X2K7N5T0RHYC created .+ by Tom Green/)
  })

  it('are loaded page by page', async () => {
    const { page } = await open({}, [[editor], [ofTom]])
    await page.findByText('Editor')
    expect(page.queryByText('Claude of Tom')).toBe(null)
    await page.user.click(page.getByRole('button', { name: 'Show more' }))
    await page.findByText('Claude of Tom')
  })

  it('can be connected by a name, and then set up in the program that is chosen', async () => {
    const { hub, page } = await open({ role: 'viewer' })
    await page.user.click(await page.findByRole('button', { name: 'Connect a program' }))
    const naming = within(page.getByRole('dialog', { name: 'Connect a program' }))
    await page.user.click(naming.getByRole('button', { name: 'Create client id' }))
    expect(hub.asked('createNativeClient')).toEqual([])
    await page.user.type(naming.getByRole('textbox', { name: 'Name' }), ' Claude on my laptop ')
    hub.answer('createNativeClient', { ...editor, name: 'Claude on my laptop' })
    await page.user.click(naming.getByRole('button', { name: 'Create client id' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Set up “Claude on my laptop”' }))
    expect(hub.asked('createNativeClient').map(({ body }) => body)).toEqual([{ name: 'Claude on my laptop' }])
    expect(textOf(dialog.getByText(clientId))).toBe(clientId)
    dialog.getByText(/"mcp-remote"/)
    const program = dialog.getByRole('combobox', { name: 'Program' })
    expect(textsOf(within(program).getAllByRole('option'))).toEqual([
      'Claude Desktop',
      'Claude Code',
      'VS Code',
      'MCP Inspector',
      'Programs that start a command (mcp-remote)',
      'Another program',
    ])
    await page.user.selectOptions(program, 'Claude Code')
    dialog.getByText(`claude mcp add --transport http --client-id ${clientId} spindle https://hub.example/mcp`)
    await page.user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(page.queryByRole('dialog')).toBe(null)
  })

  it('copy what is shown', async () => {
    const { page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Set up Editor' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Copy the client id' }))
    expect(await navigator.clipboard.readText()).toBe(clientId)
    await page.user.selectOptions(dialog.getByRole('combobox'), 'MCP Inspector')
    await page.user.click(dialog.getByRole('button', { name: 'Copy the lines' }))
    expect(await navigator.clipboard.readText()).toContain('--server-url https://hub.example/mcp')
    expect(textsOf(dialog.getAllByRole('status'))).toEqual(['Copied', 'Copied'])
    await page.user.selectOptions(dialog.getByRole('combobox'), 'VS Code')
    expect(textsOf(dialog.getAllByRole('status'))).toEqual(['Copied', 'Copy'])
  })

  it('are revoked after a question, which says whom it disconnects', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Revoke Claude of Tom' }))
    const dialog = within(page.getByRole('dialog', { name: 'Revoke “Claude of Tom”?' }))
    dialog.getByText(/for every member of the label/)
    hub.answerPages('listNativeClients', [[editor]])
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(page.queryByText('Claude of Tom')).toBe(null))
    expect(hub.asked('revokeNativeClient').map(({ params }) => params.clientId)).toEqual([ofTom.id])
  })

  it('are revoked by members only if they created them', async () => {
    const { page } = await open({ role: 'manager' })
    await page.findByRole('button', { name: 'Revoke Editor' })
    expect(page.queryByRole('button', { name: 'Revoke Claude of Tom' })).toBe(null)
    await page.findByRole('button', { name: 'Set up Claude of Tom' })
  })

  it('are not offered while the operator has switched the tools off', async () => {
    const hub = labelHub()
    hub.answer('listConnections', { data: [] })
    hub.answer('getToolEndpoints', { endpoints: null })
    const page = await openInLabel(hub, '/connections')
    await page.findByRole('heading', { name: 'No connected applications' })
    expect(page.queryByRole('heading', { name: 'Programs on a computer' })).toBe(null)
    expect(hub.asked('listNativeClients')).toEqual([])
  })

  it('that the account cannot have more of are explained in the dialog', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Connect a program' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'One more')
    hub.fail('createNativeClient', 'quota_exceeded', { detail: 'Revoke one that you do not need.' })
    await page.user.click(dialog.getByRole('button', { name: 'Create client id' }))
    expect(textOf(await dialog.findByRole('alert'))).toContain('Revoke one that you do not need.')
  })
})
