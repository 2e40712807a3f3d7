/** Labels in reserved domains that nodes may set on themselves. */
const own = new Set([
  'orch.io/hostname',
  'orch.io/arch',
  'orch.io/os',
  'node.orch.io/instance-type',
  'topology.orch.io/zone',
  'topology.orch.io/region',
  'failure-domain.beta.orch.io/zone',
  'failure-domain.beta.orch.io/region',
  'beta.orch.io/instance-type',
  'beta.orch.io/arch',
  'beta.orch.io/os',
])
const ownDomains = ['kubelet.orch.io', 'node.orch.io']
/** Domains whose labels are reserved for the system. The original has two: one for labels and one for API groups. */
const systemDomains = ['orch.io']
const restricted = 'node-restriction.orch.io'

const isWithin = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`)

function isForbidden(label: string): boolean {
  const slash = label.indexOf('/')
  if (slash < 0) return false
  const domain = label.slice(0, slash)
  if (isWithin(domain, restricted)) return true
  if (!systemDomains.some((each) => isWithin(domain, each)) || own.has(label)) return false
  return !ownDomains.some((each) => isWithin(domain, each))
}

type Labels = Readonly<Record<string, string>>

/** Returns the changed labels that a node must not set, as a comma-separated list; `''` for none. [NR1] */
export function forbiddenLabels(next: Labels = {}, live: Labels = {}): string {
  const names = new Set([...Object.keys(next), ...Object.keys(live)])
  const value = (labels: Labels, name: string): string | undefined =>
    Object.hasOwn(labels, name) ? labels[name] : undefined
  const changed = [...names].filter((name) => value(next, name) !== value(live, name))
  return changed.filter(isForbidden).toSorted().join(', ')
}
