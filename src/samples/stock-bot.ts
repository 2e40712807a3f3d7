import { ACTING_AS_HEADER } from '#facts/debug-api.ts'

/*
 * A ghost writer: something that happens by itself, for pages that would otherwise stand still. Off until started.
 */

const BOT = 'stock-bot'
const INTERVAL_MS = 4_000
const books = ['dune', 'emma', 'middlemarch', 'ulysses', 'walden']
const DELIVERY = 24

interface Stock {
  readonly data?: Readonly<Record<string, string>>
}

/** One sale, or a delivery for a book that ran out. */
function nextStock(stock: Stock, turn: number): Readonly<Record<string, string>> {
  const book = books[turn % books.length] ?? 'dune'
  const left = Number(stock.data?.[book] ?? '0')
  return { [book]: String(left > 0 ? left - 1 : DELIVERY) }
}

async function sellOne(fetcher: typeof fetch, turn: number, signal: AbortSignal): Promise<void> {
  const path = '/api/v1/namespaces/shop/configmaps/stock'
  const headers = { accept: 'application/json', [ACTING_AS_HEADER]: BOT }
  const response = await fetcher(path, { headers, signal })
  if (!response.ok) {
    // No shop, nothing to sell: it may come back.
    await response.body?.cancel()
    return
  }
  const data = nextStock((await response.json()) as Stock, turn)
  const answer = await fetcher(`${path}?fieldManager=stock-bot`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ data }),
    signal,
  })
  await answer.body?.cancel()
}

/** Lets `stock-bot` sell a book every 4 s through `fetcher`. The answer stops it. [SD2] */
export function startStockBot(fetcher: typeof fetch): () => void {
  const stopping = new AbortController()
  let turn = 0
  const timer = setInterval(() => {
    sellOne(fetcher, turn++, stopping.signal).catch((error: unknown) => {
      // A server that is being replaced refuses for a moment; the next turn tries again. A bug of ours must show.
      if (!(error instanceof TypeError) && !stopping.signal.aborted) throw error
    })
  }, INTERVAL_MS)
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}
