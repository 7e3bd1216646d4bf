// Memory outside the JavaScript heap, as a decoder would take it.
const kept: Buffer[] = []
for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, kept.length))
