/** How programs get audio: from the hub, or from where it is stored. */
export const audioAnswers = {
  200: { schema: null, description: 'The audio', mediaTypes: ['audio/*'] },
  206: { schema: null, description: 'The part of the audio that Range asks for', mediaTypes: ['audio/*'] },
  307: {
    schema: null,
    description:
      'The audio is at Location, in the object store, for 5 minutes. Ask there with the Range and without any credential. Only where the operator chose it, and never to a page in a browser',
  },
}
