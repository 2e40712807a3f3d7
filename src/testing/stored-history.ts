import type { OrchardServer } from '#library/orchard.ts'

interface LogAnswer {
  readonly rows: readonly { readonly revision: number }[]
}

/** Returns everything that a server stores: each write with its author, its time and the object after it. */
export async function storedHistory(server: OrchardServer): Promise<readonly object[]> {
  const read = async (path: string) => (await server.fetch(path)).json()
  const { rows } = (await read('/debug/log')) as LogAnswer
  return Promise.all(rows.map(({ revision }) => read(`/debug/log/${revision}`) as Promise<object>))
}
