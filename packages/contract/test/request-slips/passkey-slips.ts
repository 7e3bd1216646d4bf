import {
  addPasskey,
  beginFirstPasskey,
  finishPasskeySignIn,
  renamePasskey,
} from '../../src/console/sign-in/passkey-operations.ts'
import type { RequestSlips } from './body-slips.ts'

const base = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} }
const made = { ...base, response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' } }
const presented = { ...base, response: { clientDataJSON: 'e30', authenticatorData: 'SZYN', signature: 'MEUC' } }

/** Bodies that carry a passkey (WebAuthn level 3), as browsers write them. */
export const passkeySlips: readonly RequestSlips[] = [
  {
    name: 'addPasskey',
    schema: addPasskey.body,
    valid: { label: "Mia's laptop", credential: { ...made, authenticatorAttachment: 'platform' } },
    slips: [
      ['no label', { label: undefined }, ['/label', 'required', '"label" is required.', 'Add this member.']],
      [
        'a label with a line break',
        { label: 'laptop\nof Mia' },
        ['/label', 'pattern', 'Does not have the required format.', "For example, `Mia's laptop`."],
      ],
      [
        'a credential of another type',
        { credential: { ...made, type: 'password' } },
        ['/credential/type', 'const', 'Must be "public-key".'],
      ],
      [
        'an id in the other alphabet of base64',
        { credential: { ...made, id: 'AQ+/' } },
        [
          '/credential/id',
          'pattern',
          'Does not have the required format.',
          'Use a value that matches ^[A-Za-z0-9_-]+$.',
        ],
      ],
      [
        'an id with padding',
        { credential: { ...made, rawId: 'AQ==' } },
        [
          '/credential/rawId',
          'pattern',
          'Does not have the required format.',
          'Use a value that matches ^[A-Za-z0-9_-]+$.',
        ],
      ],
      [
        'no attestation',
        { credential: { ...made, response: { clientDataJSON: 'e30' } } },
        ['/credential/response/attestationObject', 'required', '"attestationObject" is required.', 'Add this member.'],
      ],
      [
        'an attestation of 20,001 characters',
        { credential: { ...made, response: { clientDataJSON: 'e30', attestationObject: 'x'.repeat(20_001) } } },
        ['/credential/response/attestationObject', 'max_length', 'Must have at most 20000 characters, but has 20001.'],
      ],
      [
        'no results of extensions',
        { credential: { ...made, clientExtensionResults: undefined } },
        ['/credential/clientExtensionResults', 'required', '"clientExtensionResults" is required.', 'Add this member.'],
      ],
      [
        'results of extensions in a list',
        { credential: { ...made, clientExtensionResults: [] } },
        ['/credential/clientExtensionResults', 'type', 'Must be an object, not an array.'],
      ],
    ],
  },
  {
    name: 'finishPasskeySignIn',
    schema: finishPasskeySignIn.body,
    valid: { credential: { ...presented, response: { ...presented.response, userHandle: null } } },
    slips: [
      [
        'no credential',
        { credential: undefined },
        ['/credential', 'required', '"credential" is required.', 'Add this member.'],
      ],
      [
        'a credential as text',
        { credential: '{}' },
        [
          '/credential',
          'type',
          'Must be an object, not a string.',
          'Use an object with the members `id`, `rawId`, `type`, `response`, `clientExtensionResults`.',
        ],
      ],
      [
        'no signature',
        { credential: { ...base, response: { clientDataJSON: 'e30', authenticatorData: 'SZYN' } } },
        ['/credential/response/signature', 'required', '"signature" is required.', 'Add this member.'],
      ],
      [
        'an empty signature',
        { credential: { ...base, response: { ...presented.response, signature: '' } } },
        ['/credential/response/signature', 'min_length', 'Must not be empty.'],
      ],
      [
        'a label, which only a new one has',
        { label: "Mia's laptop" },
        ['/label', 'unknown_member', 'Unknown member "label".', 'Remove it, or use one of `credential`.'],
      ],
    ],
  },
  {
    name: 'renamePasskey',
    schema: renamePasskey.body,
    valid: { label: 'key in the drawer' },
    slips: [
      ['an empty label', { label: '' }, ['/label', 'min_length', 'Must not be empty.']],
      [
        'a name in place of a label',
        { name: 'key in the drawer' },
        ['/name', 'unknown_member', 'Unknown member "name".', 'Remove it, or use one of `label`.'],
      ],
    ],
  },
  {
    name: 'beginFirstPasskey',
    schema: beginFirstPasskey.body,
    valid: { token: 'from the link', name: 'Mia Blue' },
    slips: [
      ['no token', { token: undefined }, ['/token', 'required', '"token" is required.', 'Add this member.']],
      [
        'an address without a host',
        { email: 'mia@' },
        [
          '/email',
          'pattern',
          'Does not have the required format: Only with a setup link; an invitation already has an email address.',
          'For example, `mia@label.example`.',
        ],
      ],
      [
        'no address in place of an absent one',
        { email: null },
        ['/email', 'type', 'Must be a string, not null.', 'For example, `mia@label.example`.'],
      ],
    ],
  },
]
