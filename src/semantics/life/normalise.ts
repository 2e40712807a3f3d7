import type { Observer } from './observe.ts'
import type { Loose, ObservedStep } from './recording.ts'

/** The namespace of a replay; recordings write `<ns>`. */
export const namespace = 'lifescenario'

const users: readonly (readonly [string, string])[] = [
  ['system:serviceaccount:kube-system:', ''],
  ['system:kube-scheduler', 'scheduler'],
  ['system:orchard:simulated-kubelet', 'kubelet'],
]

/** The name of an actor as recordings have it. */
export function actorName(user: string): string {
  for (const [prefix, replacement] of users) if (user.startsWith(prefix)) return replacement + user.slice(prefix.length)
  return user
}

/** Replaces what differs from run to run by the words of the recordings. */
export function createNormaliser({ randomNames, hashes, steps, uids }: Observer): <Value>(value: Value) => Value {
  const replacements: [string, string][] = [...uids, [namespace, '<ns>']]
  const endings = new Set<string>()
  for (const [name, prefix] of randomNames) {
    const ending = name.slice(prefix.length)
    if (ending !== '' && name.startsWith(prefix)) endings.add(`${prefix}\n${ending}`)
  }
  for (const pair of endings) {
    const [prefix = '', ending = ''] = pair.split('\n')
    replacements.push([`${prefix}${ending}`, `${prefix}<suffix>`])
  }
  for (const [at, hash] of [...hashes.pods].entries()) replacements.push([hash, `<hash${at + 1}>`])
  for (const [at, hash] of [...hashes.revisions].entries()) replacements.push([hash, `<rev${at + 1}>`])
  // Names of CronJobs' Jobs end in the minute.
  const minutes = [...new Set(steps.flatMap(({ name }) => /-(2\d{7})(?=-|$)/.exec(name)?.[1] ?? []))]
  const inText = (text: string): string =>
    replacements
      .reduce((result, [from, to]) => result.split(from).join(to), text)
      .replace(/-(2\d{7})(?=-|$|[^0-9a-z])/g, (_, minute: string) => `-<minute${minutes.indexOf(minute) + 1}>`)
  const visit = (value: Loose): Loose => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [inText(key), visit(each)]))
  }
  return visit
}

export const normalStep = (step: ObservedStep): ObservedStep => ({
  ...step,
  actor: actorName(step.actor),
})
