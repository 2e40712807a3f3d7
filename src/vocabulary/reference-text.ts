/**
 * Replaces the words of our vocabulary by the reference's in texts that *we* wrote: literals of the server's source.
 * Never applied to data from clients: see docs/decisions/0013-a-vocabulary-is-built-in.md.
 *
 * Our vocabulary has one domain, orch.io, where the reference has two: API groups and their derived names use
 * k8s.io; labels, annotations and object types use kubernetes.io. Therefore the name determines the domain.
 */
export const referenceText = (text: string): string =>
  text
    .replace(domains, domain)
    .replace(/(?<![A-Za-z0-9])io\.orch\./g, 'io.k8s.')
    .replace(/(?<![A-Za-z0-9])orch(?![A-Za-z0-9])/g, 'kubernetes')
    .replace(/(?<![A-Za-z0-9])Orch(?![A-Za-z0-9])/g, 'Kubernetes')
    .replace(/(?<![A-Za-z0-9])ORCH(?![A-Za-z0-9])/g, 'KUBERNETES')

/** Reports whether {@link referenceText} would change the text. */
export const hasOwnWords = (text: string): boolean => /(?<![A-Za-z0-9])orch(?![A-Za-z0-9])/i.test(text)

/**
 * `LABELS.orch.io/REST`: the labels before the domain, and the rest after a slash (plain, or escaped as in a JSON
 * pointer or a query).
 */
const domains = /(?<![A-Za-z0-9_-])((?:[A-Za-z0-9_-]+\.)*)orch\.io(?![A-Za-z0-9_-])((?:\/|~1|%2[Ff])[A-Za-z0-9_.-]*)?/g

/** Groups, and other domains that use k8s.io: as a whole, or after a dot. */
const groups = new Set([
  'admission',
  'admissionregistration',
  'apidiscovery',
  'apiextensions',
  'apiregistration',
  'audit',
  'authentication',
  'authorization',
  'certificates',
  'coordination',
  'discovery',
  'events',
  'examples',
  'flowcontrol.apiserver',
  'git',
  'imagepolicy',
  'internal.apiserver',
  'issues',
  'kep',
  'meta',
  'metrics',
  'networking',
  'node',
  'pr',
  'registry',
  'resource',
  'scheduling',
  'sigs',
  'storage',
  'storagemigration',
])

/** Labels and annotations whose prefix looks like a group: the names after the slash that make it one. */
const labelsLikeGroups: Readonly<Record<string, (name: string) => boolean>> = {
  node: () => true,
  // Quotas name the devices of a class by the group: CLASS.deviceclass.resource.k8s.io/devices.
  resource: (name) => name !== 'devices',
  authentication: (name) => !/^(?:legacy-token|stale-token)/.test(name),
  authorization: (name) => name === 'autoupdate',
}

/** `k8s.io/NAME`: the annotation of the bookmark that ends initial events, modules and repositories. */
const modules = new Set([
  'api',
  'apiextensions-apiserver',
  'apimachinery',
  'apiserver',
  'client-go',
  'component-base',
  'initial-events-end',
  'kube-aggregator',
  'kubernetes',
  'orch',
])

const version = /^v\d+(?:(?:alpha|beta)\d+)?(?![a-z0-9-])/

function domain(
  _match: string,
  prefix: string,
  suffix: string | undefined,
  ...place: [at: number, text: string]
): string {
  const [at, text] = place
  const rest = suffix?.replace(/^(?:\/|~1|%2[Ff])/, '')
  const before = text.slice(Math.max(0, at - 6), at)
  return prefix + chooseDomain({ labels: prefix.replace(/\.$/, ''), rest, before }) + (suffix ?? '')
}

interface Place {
  /** The labels before the domain, without the last dot. */
  readonly labels: string
  /** The text after the slash; undefined without one. */
  readonly rest: string | undefined
  /** A few characters before the whole name. */
  readonly before: string
}

function chooseDomain({ labels, rest, before }: Place): string {
  if (labels === '') return bareDomain(rest, before)
  if (labels === 'apiserver') return rest === undefined || version.test(rest) ? 'config.k8s.io' : 'kubernetes.io'
  if (rest === undefined) return labels === 'api-approved' ? 'kubernetes.io' : 'k8s.io'
  if (version.test(rest) || /(?:^|[/ ])apis\/$/.test(before)) return 'k8s.io'
  const group = groupOf(labels)
  return group === null || isLabel(group, rest) ? 'kubernetes.io' : 'k8s.io'
}

const isLabel = (group: string, name: string): boolean =>
  name !== '' && Object.hasOwn(labelsLikeGroups, group) && labelsLikeGroups[group]?.(name) === true

/** Returns the group that the labels equal or end with. */
const groupOf = (labels: string): string | null =>
  groups.has(labels) ? labels : ([...groups].find((group) => labels.endsWith(`.${group}`)) ?? null)

function bareDomain(rest: string | undefined, before: string): string {
  if (rest === undefined) return /[.*]$/.test(before) ? 'k8s.io' : 'kubernetes.io'
  return modules.has(rest) ? 'k8s.io' : 'kubernetes.io'
}
