/** The first or the second client of a race. */
export type ClientId = 'a' | 'b'

/** A step of a client, which reads the object and later writes it with a change. */
export interface Step {
  readonly client: ClientId
  readonly verb: 'read' | 'write'
}

/** The order of four steps, by their clients: the first step of a client is its read, the second its write. */
export type Order = 'aabb' | 'abab' | 'abba' | 'baab' | 'baba' | 'bbaa'

/** All orders in which two clients can read and write. [RA1] */
export const orders: readonly Order[] = ['aabb', 'abab', 'abba', 'baab', 'baba', 'bbaa']

/** The ways to write a change. */
export type Way = 'put' | 'put-blind' | 'merge' | 'json-test' | 'apply'

export const ways: readonly { readonly id: Way; readonly title: string; readonly verb: string }[] = [
  { id: 'put', title: 'PUT', verb: 'PUT' },
  { id: 'put-blind', title: 'PUT, no version', verb: 'PUT' },
  { id: 'merge', title: 'Merge', verb: 'PATCH' },
  { id: 'json-test', title: 'JSON + test', verb: 'PATCH' },
  { id: 'apply', title: 'Apply', verb: 'APPLY' },
]

export const isOrder = (text: string): text is Order => orders.some((order) => order === text)
export const isWay = (text: string): text is Way => ways.some(({ id }) => id === text)

/** Returns the four steps of an order. */
export function stepsOf(order: Order): readonly Step[] {
  const clients: readonly ClientId[] = Array.from(order, (letter) => (letter === 'a' ? 'a' : 'b'))
  return clients.map((client, at) => ({ client, verb: clients.indexOf(client) === at ? 'read' : 'write' }))
}

/** Returns the order after the step at `at` changed places with its neighbour; `null` if both are of one client. */
export function moved(order: Order, at: number, by: -1 | 1): Order | null {
  const letters = Array.from(order)
  const [here, there] = [letters[at], letters[at + by]]
  if (here === undefined || there === undefined || here === there) return null
  letters[at] = there
  letters[at + by] = here
  const next = letters.join('')
  return isOrder(next) ? next : null
}

/** Returns the order after the step at `from` was put at `to`. A client still reads before it writes. */
export function placed(order: Order, from: number, to: number): Order {
  const letters = Array.from(order)
  letters.splice(to, 0, ...letters.splice(from, 1))
  const next = letters.join('')
  return isOrder(next) ? next : order
}

/** Says in words what an order is. `names` are those of the clients. */
export function orderWords(order: Order, names: Readonly<Record<ClientId, string>>): string {
  if (order === 'aabb' || order === 'bbaa') return 'one after the other'
  const first = stepsOf(order).find(({ verb }) => verb === 'write')?.client ?? 'a'
  return `${names[first]} writes first`
}
