/** Everything a stream yields, in its order. */
export async function collect<Item>(source: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const item of source) items.push(item)
  return items
}
