process.stdout.write(JSON.stringify({ outcome: 'audio', technical: { kind: 'audio' }, facts: {} }))
