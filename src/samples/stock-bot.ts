import { isObject, type Json } from '#api/json.ts'
import { stockBot } from './book-shop/cast.ts'
import { sendAs } from './send-as.ts'

/** Interval between two sales in milliseconds. */
const intervalMs = 4_000
const titles = ['dune', 'emma', 'middlemarch', 'ulysses', 'walden']
/** Number of copies that are delivered when a book is sold out. */
const delivery = 24

const stockOf = (book: Json): number => {
  const spec = isObject(book) ? book['spec'] : undefined
  const stock = spec !== undefined && isObject(spec) ? spec['stock'] : undefined
  return typeof stock === 'number' ? stock : 0
}

/** Sells one copy. The bot may only patch, so it reads the book with an empty patch. */
async function sellOne(send: typeof fetch, name: string, signal: AbortSignal): Promise<void> {
  const patch = (spec: object): Promise<Response> =>
    send(`/apis/catalog.example/v1/namespaces/shop/books/${name}?fieldManager=${stockBot.manager}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(spec),
      signal,
    })
  const read = await patch({})
  if (!read.ok) {
    // The book or the whole shop was deleted. It may be created again.
    await read.body?.cancel()
    return
  }
  const left = stockOf((await read.json()) as Json)
  const answer = await patch({ spec: { stock: left > 0 ? left - 1 : delivery } })
  await answer.body?.cancel()
}

/** Sells a book every 4 s through `fetcher` until the returned function is called. [SD2] */
export function startStockBot(fetcher: typeof fetch, origin: string): () => void {
  const stopping = new AbortController()
  const send = sendAs(fetcher, origin, stockBot)
  let turn = 0
  const timer = setInterval(() => {
    const name = titles[turn % titles.length] ?? 'dune'
    turn += 1
    sellOne(send, name, stopping.signal).catch((error: unknown) => {
      // A server that is being replaced briefly refuses requests; the next interval retries. Other errors are bugs and
      // must be reported.
      if (!(error instanceof TypeError) && !stopping.signal.aborted) throw error
    })
  }, intervalMs)
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}
