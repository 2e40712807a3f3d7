import type { ClusterWords } from '#facts/clusters-api.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'

interface Domains {
  /** Domain of API groups, media types of the API included. */
  readonly groups: string
  /** Domain of labels and annotations. */
  readonly labels: string
}

const domains: Readonly<Record<ClusterWords, Domains>> = {
  orch: { groups: 'orch.io', labels: 'orch.io' },
  kubernetes: { groups: 'k8s.io', labels: 'kubernetes.io' },
}

/** The vocabularies that a cluster can have; each cluster has one of them. [VO6] */
export const vocabularies = ['orch', 'kubernetes'] as const satisfies readonly ClusterWords[]

/** Returns the name of a built-in API group: `rbac.authorization` is `rbac.authorization.k8s.io`. */
export const groupIn = (vocabulary: ClusterWords, name: string): string => `${name}.${domains[vocabulary].groups}`

/** Returns the name of a built-in label or annotation: `kubectl` and `x` are `kubectl.kubernetes.io/x`. */
export const labelIn = (vocabulary: ClusterWords, prefix: string, name: string): string =>
  `${prefix}.${domains[vocabulary].labels}/${name}`

/** The annotation of the bookmark that ends the initial events of a stream. It has the domain of groups. */
export const initialEventsEnd = (vocabulary: ClusterWords): string => `${domains[vocabulary].groups}/initial-events-end`

/** Returns the media type of protobuf. */
export const protobufIn = (vocabulary: ClusterWords): string => `application/vnd.${vocabulary}.protobuf`

/** Returns the media type of JSON in which the answer is converted to `kind` of a group of the API machinery. */
export const jsonAs = (
  vocabulary: ClusterWords,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): string => `application/json;as=${kind};g=${groupIn(vocabulary, group)};v=${version}`

/** Returns the prefix of the OpenAPI extensions. */
const extensions = (vocabulary: ClusterWords): string => `x-${vocabulary}-`

/**
 * Returns a template, which is written with the names of orch.io, in a vocabulary. It may hold groups and OpenAPI extensions,
 * but no labels.
 */
export const templateIn = (vocabulary: ClusterWords, text: string): string =>
  text
    .replaceAll(domains.orch.groups, domains[vocabulary].groups)
    .replaceAll(extensions('orch'), extensions(vocabulary))

/** Names in configuration files, paths of the page's simulated world included: ours and the original's. */
const configNames = [
  [
    'apiserver.orch.io/v1beta1\nkind: EgressSelectorConfiguration',
    'apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration',
  ],
  ['apiserver.orch.io/', 'apiserver.config.k8s.io/'],
  ['OrchConfigFile', 'KubeConfigFile'],
  ['orchConfigFile', 'kubeConfigFile'],
  ['/etc/orch/', '/etc/kubernetes/'],
  ['/run/orch/', '/run/kubernetes/'],
] as const

/** Returns a configuration file, which is written with our names, in a vocabulary. [VO7] */
export const configFileIn = (vocabulary: ClusterWords, text: string): string =>
  vocabulary === 'orch' ? text : configNames.reduce((changed, [own, theirs]) => changed.replaceAll(own, theirs), text)

/**
 * Returns an OpenAPI document with the extensions of our vocabulary, which the page's editors read. Groups and kinds stay as
 * the server names them.
 */
export const withOwnExtensions = (document: string): string =>
  document.replaceAll(`"${extensions('kubernetes')}`, `"${extensions('orch')}`)

/** Served by every cluster, so that it tells the vocabulary. */
const marker = groupIn('kubernetes', 'apiextensions')

/** Returns the vocabulary of the cluster that the page follows: our own until discovery has answered. [VO6] */
export function vocabularyOf({ collections }: Pick<ObjectsState, 'collections'>): ClusterWords {
  for (const { resource } of collections.values()) if (resource.group === marker) return 'kubernetes'
  return 'orch'
}
