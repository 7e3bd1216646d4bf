import type { CreatedWebhook } from '@spindle/client'
import { RevealedSecret } from '../../parts/dialogs/revealed-secret.tsx'
import { webhookWords } from '../../words/account/webhook-words.ts'

export interface RevealedWebhookSecretProps {
  readonly created: CreatedWebhook
  readonly onClose: () => void
}

export const RevealedWebhookSecret = ({ created, onClose }: RevealedWebhookSecretProps) => (
  <RevealedSecret
    title={webhookWords.revealTitle}
    text={webhookWords.reveal}
    label={webhookWords.secretLabel}
    secret={created.secret}
    onClose={onClose}
  >
    <p className="address">
      <bdi>{created.url}</bdi>
    </p>
  </RevealedSecret>
)
