import { quoteGo } from '#go/quote.ts'

const metaVersion = 'meta.orch.io/v1'

/** Kinds that the reference decodes in every group and version. */
const everywhere = [
  'CreateOptions',
  'UpdateOptions',
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]
const tables = ['Table', 'TableOptions', 'PartialObjectMetadata', 'PartialObjectMetadataList']
const options = ['PatchOptions', 'GetOptions', 'ListOptions', 'WatchEvent']
/** Further kinds, by the versions of the meta group that have them. */
const byVersion = new Map([
  [metaVersion, [...tables, ...options]],
  ['meta.orch.io/v1beta1', tables],
])

/** The error of the reference for a body of another kind than DeleteOptions; `''` for DeleteOptions of any version. [DE2] */
export function wrongOptionsKind(kind: string, apiVersion: string): string {
  if (kind === '' || kind === 'DeleteOptions') return ''
  const version = apiVersion === '' ? metaVersion : apiVersion
  if (!everywhere.includes(kind) && byVersion.get(version)?.includes(kind) !== true)
    return `no kind ${quoteGo(kind)} is registered for version ${quoteGo(version)} in scheme "pkg/runtime/scheme.go:110"`
  // The list of metadata is the only type that v1beta1 has for itself.
  const own = kind === 'PartialObjectMetadataList' && version !== metaVersion ? 'v1beta1' : 'v1'
  return `converting (${own}.${kind}) to (v1.DeleteOptions): unknown conversion`
}
