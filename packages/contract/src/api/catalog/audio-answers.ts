/** How programs get audio: from the hub, or from where it is stored. */
export const audioAnswers = {
  200: { schema: null, description: 'The audio', mediaTypes: ['audio/*'] },
  206: { schema: null, description: 'The requested range of the audio', mediaTypes: ['audio/*'] },
  307: {
    schema: null,
    description:
      'The audio is in the object store at Location for 5 minutes. Request it there with the same Range and without credentials. Used only if the operator enabled it, and never for pages in a browser',
  },
}
