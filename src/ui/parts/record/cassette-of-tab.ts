import { CassetteDeck } from '#ui/exchange/cassette/cassette-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'

/** The cassette through which the requests of the person in this tab go, whichever part sends them. [RCD9] */
export interface TabCassette {
  readonly deck: CassetteDeck
  /** Leads the requests through the deck. */
  begin(): void
  /** Ends recording and replay; requests take their way to the server again. */
  end(): void
}

/** Creates the cassette of one tab, which is shared by {@link tabCassette}. */
export function createTabCassette(lab: Pick<Lab, 'send' | 'route'>): TabCassette {
  let server: typeof fetch = lab.send
  let leave: (() => void) | null = null
  const deck = new CassetteDeck((input, init) => server(input, init))
  return {
    deck,
    begin() {
      leave ??= lab.route((next) => {
        server = next
        return deck.fetch
      })
    },
    end() {
      deck.stop()
      deck.eject()
      leave?.()
      leave = null
    },
  }
}

export const tabCassette = (lab: Lab): TabCassette => partState(lab, createTabCassette)
