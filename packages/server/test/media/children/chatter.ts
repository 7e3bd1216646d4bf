const text = 'x'.repeat(16_384)
function speak(): void {
  process.stdout.write(text, speak)
}
speak()
