import {
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
  SpindleError,
  ValidationError,
} from '@spindle/client'
import { CommandError, UsageError } from '@spindle/command-line'
import { describe, expect, it } from 'vitest'
import { CredentialsError, InterruptedError } from './command-error.ts'
import { addErrorPath, explainError } from './explain-error.ts'

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, syscall: 'open', ...(path === undefined ? {} : { path }) })

describe('explainError', () => {
  it.each([
    [new CommandError('It failed'), { exitCode: 1, code: 'failed', message: 'It failed', fix: undefined }],
    [new CommandError('No', { code: 'declined', fix: 'Say yes.' }), { exitCode: 1, code: 'declined', fix: 'Say yes.' }],
    [
      new UsageError('--x is wrong', 'Use --y.'),
      { exitCode: 2, code: 'usage', message: '--x is wrong', fix: 'Use --y.' },
    ],
    [new CredentialsError('No key', 'Log in.'), { exitCode: 3, code: 'credentials_missing', fix: 'Log in.' }],
    [
      new InterruptedError('Run it again.'),
      { exitCode: 130, code: 'interrupted', message: 'Interrupted', fix: 'Run it again.' },
    ],
    [new Error('Something'), { exitCode: 1, code: 'failed', message: 'Something', problems: [] }],
    ['text', { exitCode: 1, code: 'failed', message: 'text' }],
  ])('of %s is %j', (error, explanation) => {
    expect(explainError(error)).toMatchObject(explanation)
  })

  it.each([
    ['ENOENT', 'a.wav does not exist', 'Check the path.'],
    [
      'EACCES',
      'a.wav cannot be read or written by this user',
      'Change its permissions, or run as the user who owns it.',
    ],
    ['ENOSPC', 'a.wav cannot be written: the disk is full', 'Free some space, then run the same command again.'],
    ['EDQUOT', 'a.wav cannot be written: your quota is full', 'Free some space, then run the same command again.'],
    ['EROFS', 'a.wav is on a disk that is read-only', 'Use a folder on a writable disk.'],
    ['EISDIR', 'a.wav is a folder, not a file', 'Name a file.'],
    ['ENOTDIR', 'a.wav is a file, not a folder', 'Name a folder.'],
    ['EIO', 'a.wav cannot be read: the disk reports an error', 'Check the disk.'],
  ])('says what %s of the system means', (code, message, fix) => {
    expect(explainError(systemError(code, 'a.wav'))).toMatchObject({
      exitCode: 1,
      code: code.toLowerCase(),
      message,
      fix,
    })
  })

  it('keeps the words of the system for unknown codes', () => {
    expect(explainError(systemError('EODD'))).toMatchObject({
      code: 'eodd',
      message: 'EODD: it failed',
      fix: undefined,
    })
  })

  it('writes "a file" when the system does not name it', () => {
    expect(explainError(systemError('ENOSPC')).message).toBe('A file cannot be written: the disk is full')
    expect(explainError(addErrorPath(systemError('ENOSPC'), 'b.wav')).message).toBe(
      'b.wav cannot be written: the disk is full',
    )
    expect(explainError(addErrorPath(systemError('ENOSPC', 'a.wav'), 'b.wav')).message).toMatch(/^a\.wav/)
  })
})

const hubError = (status: number, code: string, body: object = {}, errors: readonly object[] = []) =>
  ({ status, code, requestId: 'req_1', body: { title: 'Title', detail: 'Detail', ...body }, errors }) as never

describe('what a hub answers', () => {
  it.each([
    [new AuthenticationError('x', hubError(401, 'api_key_invalid')), 3],
    [new PermissionDeniedError('x', hubError(403, 'permission_missing')), 3],
    [new PermissionDeniedError('x', hubError(403, 'quota_exceeded')), 1],
    [new NotFoundError('x', hubError(404, 'release_not_found')), 1],
    [new ValidationError('x', hubError(422, 'validation_failed')), 4],
    [new SpindleError('x', hubError(400, 'invalid_parameter')), 2],
    [new SpindleError('x', hubError(400, 'cursor_invalid')), 2],
    [new SpindleError('x', hubError(429, 'rate_limited')), 1],
    [new SpindleError('x', hubError(503, 'overloaded')), 1],
  ])('%s ends with %i, in its own words', (error, exitCode) => {
    expect(explainError(error)).toMatchObject({ exitCode, message: 'Detail', requestId: 'req_1' })
  })

  it('lists each problem with its place, under the title', () => {
    const problems = [
      { pointer: '/title', code: 'required', detail: 'It is required.', fix: 'Add this member.' },
      { pointer: '/upc', code: 'format', detail: 'It is not a UPC.' },
    ]
    expect(explainError(new ValidationError('x', hubError(422, 'validation_failed', {}, problems)))).toMatchObject({
      message: 'Title',
      problems: [
        { where: '/title', what: 'It is required.', fix: 'Add this member.' },
        { where: '/upc', what: 'It is not a UPC.', fix: undefined },
      ],
      fix: 'Fix the listed problems, then run the same command again.',
    })
  })

  it('says that another server answered where the answer is not one of a hub', () => {
    const page = new SpindleError('404 http_404', { status: 404, code: 'http_404' } as never)
    expect(explainError(page)).toMatchObject({
      message: '404 http_404',
      fix: 'Another server or a proxy answered instead of a Spindle hub. Check the address with `spindle status`.',
    })
  })

  it.each([
    ['integration token', 'an integration token', 'spindle login --token'],
    ['access token', 'a service client', 'spindle login --client'],
    ['apiKey', 'an API key', 'spindle login'],
  ])('names the command that stores a missing %s', (words, what, command) => {
    const missing = new SpindleError(`no ${words} was given`, { code: 'credentials_missing' } as never)
    const { exitCode, message, fix } = explainError(missing)
    expect({ exitCode, message }).toEqual({
      exitCode: 3,
      message: `This command needs ${what}, but none is stored for this hub`,
    })
    expect(fix).toContain(`\`${command}\``)
  })
})
