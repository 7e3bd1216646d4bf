const text = 'x'.repeat(16_384)
const speak = (): void => {
  process.stdout.write(text, speak)
}
speak()
