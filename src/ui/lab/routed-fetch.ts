/** A way of requests to the server, given the way that they would take without it. */
export type Way = (next: typeof fetch) => typeof fetch

export interface RoutedFetch {
  readonly send: typeof fetch
  /** Lets requests take another way until the returned function is called. */
  route(way: Way): () => void
}

/** Returns a `fetch` whose way can be changed. The way that was set last is the outermost. [RCD9] */
export function createRoutedFetch(fetcher: typeof fetch): RoutedFetch {
  const ways: Way[] = []
  let current = fetcher
  const choose = (): void => {
    current = ways.reduce((next, way) => way(next), fetcher)
  }
  return {
    send: (input, init) => current(input, init),
    route(way) {
      ways.push(way)
      choose()
      return () => {
        const at = ways.indexOf(way)
        if (at < 0) return
        ways.splice(at, 1)
        choose()
      }
    },
  }
}
