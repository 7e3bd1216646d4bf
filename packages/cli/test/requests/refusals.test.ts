import { describe, expect, it } from 'vitest'
import { startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runSpindle } from '../harness/run-spindle.ts'

/** What a refusal of the hub means for a person, a program and a shell. */

const call = 'POST /api/v1/music-distributor/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB/submit'
const line = ['releases', 'submit', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '--yes']

const problem = (status: number, error: string, title: string, more: object = {}): WrittenAnswer => ({
  status,
  body: {
    type: `https://hub.example/docs/errors/${error}`,
    title,
    status,
    detail: `${title}.`,
    error,
    requestId: 'req_1',
    ...more,
  },
})

async function refuse(answer: WrittenAnswer, ...more: readonly string[]) {
  const hub = await startAnsweringHub({ [call]: answer })
  return runSpindle([...line, ...more], { hub, key: 'spn_1' })
}

describe('a refusal', () => {
  it.each([
    [
      problem(401, 'api_key_invalid', 'The API key is not valid'),
      3,
      [
        '✖ The API key is not valid.  [api_key_invalid]',
        '  Check the key: it may have expired or been revoked. `spindle keys list` shows the keys, `spindle login` stores another one.',
        '  Request req_1',
      ],
    ],
    [
      problem(403, 'permission_missing', 'The credential does not have the permission that this operation requires'),
      3,
      [
        '✖ The credential does not have the permission that this operation requires.  [permission_missing]',
        '  Create a key that has the permission: `spindle keys create --name <name> --permissions music:read,music:write`.',
        '  Request req_1',
      ],
    ],
    [
      problem(403, 'permission_missing', 'This operation requires the permission catalog:read'),
      3,
      [
        '✖ This operation requires the permission catalog:read.  [permission_missing]',
        '  Create a key that has the permission: `spindle keys create --name <name> --permissions music:read,music:write,catalog:read`.',
        '  Request req_1',
      ],
    ],
    [
      problem(403, 'quota_exceeded', 'The account has reached a quota'),
      1,
      [
        '✖ The account has reached a quota.  [quota_exceeded]',
        '  Finish, submit or delete items that you no longer need (`spindle uploads list`, `spindle releases list --status draft`), or ask the operator for a larger quota.',
        '  Request req_1',
      ],
    ],
    [
      problem(404, 'release_not_found', 'Release not found'),
      1,
      [
        '✖ Release not found.  [release_not_found]',
        '  `spindle releases list` shows the ids; `spindle status` shows the hub and the key in use.',
        '  Request req_1',
      ],
    ],
    [
      problem(409, 'state_conflict', 'The current state does not allow this'),
      1,
      [
        '✖ The current state does not allow this.  [state_conflict]',
        '  Check its current status (`spindle releases get`, `spindle keys get`) and choose an allowed action.',
        '  Request req_1',
      ],
    ],
    [
      problem(422, 'findings_block', 'The release has findings that block submission', {
        errors: [
          { pointer: '/label', code: 'label_missing', detail: 'It has no label.', fix: 'Give the name.' },
          { pointer: '/tracks/0/isrc', code: 'isrc_invalid', detail: '"X" is not a valid ISRC.' },
        ],
      }),
      4,
      [
        '✖ The release has findings that block submission  [findings_block]',
        '  /label: It has no label. Give the name.',
        '  /tracks/0/isrc: "X" is not a valid ISRC.',
        '  Fix the listed problems, check the release with `spindle releases validate`, then submit again.',
        '  Request req_1',
      ],
    ],
  ])('is an exit code, what happened and what to do: case %#', async (answer, exitCode, shown) => {
    const { code, stdout, stderr } = await refuse(answer)
    expect({ code, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({ code: exitCode, stdout: '', lines: shown })
  })

  it('of another server than a hub says so', async () => {
    const { code, stderr } = await refuse({ status: 404, body: 'Not here' })
    expect(code).toBe(1)
    expect(stderr).toContain('[http_404]')
    expect(stderr).toContain(
      'Another server or a proxy answered instead of a Spindle hub. Check the address with `spindle status`.',
    )
  })

  it('shows no control characters that were answered', async () => {
    const { stderr } = await refuse(problem(409, 'state_conflict', 'No', { detail: 'red \u001b[31mtext\u0007' }))
    expect(stderr.split('\n')[0]).toBe('✖ red text   [state_conflict]')
  })

  it('is one object on stderr for a program', async () => {
    const { code, stdout, stderr } = await refuse(
      problem(422, 'validation_failed', 'The request is not valid', {
        errors: [{ pointer: '/title', code: 'required', detail: '"title" is required.', fix: 'Add this member.' }],
      }),
      '--json',
    )
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'validation_failed',
        message: 'The request is not valid',
        problems: [{ where: '/title', what: '"title" is required.', fix: 'Add this member.' }],
        fix: 'Fix the listed problems, then run the same command again.',
        requestId: 'req_1',
      },
    })
  })
})

describe('a list', () => {
  const list = 'GET /api/v1/distributor/webhooks'
  const row = (id: string) => ({
    id,
    url: 'https://label.example',
    eventTypes: null,
    status: 'active',
    disabledReason: null,
    failingSince: null,
    lastDeliveredAt: null,
  })
  const pageOf = (data: readonly object[], nextCursor: string | null): WrittenAnswer => ({
    body: { data, page: { limit: 1, nextCursor, hasMore: nextCursor !== null } },
  })

  it('without rows is an empty page for a program', async () => {
    const hub = await startAnsweringHub({ [list]: pageOf([], null) })
    const { code, stdout } = await runSpindle(['webhooks', 'list', '--json'], { hub, key: 'spn_1' })
    expect({ code, page: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      page: { data: [], page: { limit: 1, nextCursor: null, hasMore: false } },
    })
  })

  it('with --all is one object a line, from all pages', async () => {
    const hub = await startAnsweringHub({
      [list]: pageOf([row('whk_1')], 'c1'),
      [`${list}?cursor=c1`]: pageOf([row('whk_2'), row('whk_3')], null),
    })
    const { stdout } = await runSpindle(['webhooks', 'list', '--all', '--json'], { hub, key: 'spn_1' })
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((text) => (JSON.parse(text) as { id: string }).id)
    expect(ids).toEqual(['whk_1', 'whk_2', 'whk_3'])
    expect(hub.asked.map(({ call: asked }) => asked)).toEqual([list, `${list}?cursor=c1`])
  })
})
