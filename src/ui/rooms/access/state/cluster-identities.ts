import type { Lab } from '#ui/lab/lab.ts'
import { people } from '#ui/model/actor.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { ghostWriterActor } from '#ui/lab/actors/ghost-writer-store.ts'
import { type Identity, listIdentities, type MadeToken } from './identities.ts'

export type { Identity, MadeToken }

/** Returns the users of all requests and writes that the page has received. */
export function seenUsers(lab: Lab): readonly string[] {
  const { requests, rows } = lab.cluster.getState()
  return [...new Set([...requests, ...rows].map(({ actor }) => actor))].filter((name) => name !== '').toSorted()
}

export function identitiesOf(lab: Lab, tokens: readonly MadeToken[]): readonly Identity[] {
  const acting = lab.actor.getState()
  const isToken = tokens.some(({ token }) => token === acting.token)
  const known = isToken || people.some(({ name }) => name === acting.name) ? [] : [acting]
  const accounts = [...(lab.objects.getState().collections.get('v1.serviceaccounts')?.items.values() ?? [])]
  return listIdentities({
    people: [...people, ...known, ghostWriterActor],
    seen: seenUsers(lab),
    accounts: accounts.map(({ metadata: { namespace = '', name = '' } }) => ({ namespace, name })),
    tokens,
  })
}

export const resourceOf = (lab: Lab, id: string): WatchableResource | undefined =>
  lab.objects.getState().collections.get(id)?.resource
