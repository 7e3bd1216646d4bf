import { flag, repeated, text } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const api = {
  arguments: {
    method: argument.choice('HTTP method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
    path: argument.one('Path on the hub, such as /api/v1/music-distributor/rules'),
  },
  options: {
    data: text('--data <body>', 'What to send: JSON, @file, or - for stdin'),
    headers: repeated('--header <header>', 'A further header, such as "If-Match: *"; may be given more than once'),
    include: flag('-i, --include', 'Show the status and the headers of the answer as well'),
  },
}

export const apiCommands = [
  defineCommand({
    name: 'api',
    summary: 'Send one request to the API and print its answer',
    description:
      'Sends a request with the credential that the address takes: the API key, the service client or the integration token. It asks no other host than the hub. Exits as the other commands do: 3 when the credential is refused, 4 when the body is not valid, 1 for any other failure.',
    examples: [
      'spindle api GET /api/v1/music-distributor/rules | jq .version',
      'spindle api POST /api/v1/music-distributor/releases --data @release.json',
      'echo \'{ "title": "Night Drive" }\' | spindle api PATCH /api/v1/music-distributor/releases/rel_... --data -',
    ],
    operations: [],
    input: api,
    load: async () => (await import('./send-request.ts')).sendRequest,
  }),
]
