import type { CreatedApiKey } from '@spindle/client'
import { RevealedSecret } from '../../parts/dialogs/revealed-secret.tsx'
import { words } from '../../words/words.ts'

export interface RevealedKeyProps {
  readonly created: CreatedApiKey
  readonly onClose: () => void
}

export const RevealedKey = ({ created, onClose }: RevealedKeyProps) => (
  <RevealedSecret
    title={words.keys.revealTitle}
    text={words.keys.reveal}
    label={words.keys.keyLabel}
    secret={created.key}
    onClose={onClose}
  >
    <p>
      <bdi>{created.name}</bdi>
    </p>
  </RevealedSecret>
)
