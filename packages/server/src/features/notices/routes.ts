import { getNoticeChoices, setNoticeChoices } from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { ChoiceService } from './choice-service.ts'

export function bindNoticeChoices(http: Http, choices: ChoiceService): void {
  route(http, getNoticeChoices, async ({ principal }) => ({ body: await choices.get(principal) }))
  route(http, setNoticeChoices, async ({ principal, body }) => ({ body: await choices.set(principal, body) }))
}
