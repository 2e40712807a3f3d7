import { isObject, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionSample } from '#facts/admission-trial-api.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { editableText } from './policy-items.ts'

/** An object to try, as the person edits it. */
export interface TriedSample {
  readonly id: string
  readonly resource: WatchableResource
  readonly operation: AdmissionSample['operation']
  readonly namespace: string
  readonly name: string
  readonly subresource: string
  readonly user: { readonly name: string; readonly groups: readonly string[] }
  /** The new object as YAML; `''` for a deletion. */
  readonly text: string
  /** The stored object as YAML; `''` for a creation. */
  readonly oldText: string
  /** `at 128` for a write that happened. */
  readonly note: string
}

/** Returns `apps.v1.deployments/shop/web`, as the address contains it. */
export const placeOf = (sample: TriedSample | undefined): string =>
  sample === undefined ? '' : `${sample.resource.id}/${sample.namespace}/${sample.name}`

interface Origin {
  readonly user: TriedSample['user']
  readonly note?: string
  readonly subresource?: string
}

/** Returns a write as a sample: a creation without `before`, a deletion without `after`. */
export function sampleOfWrite(
  resource: WatchableResource,
  { before, after }: { readonly before: ApiObject | null; readonly after: ApiObject | null },
  { user, note = '', subresource = '' }: Origin,
): TriedSample {
  const { namespace = '', name = '' } = (after ?? before)?.metadata ?? {}
  const operation = after === null ? 'DELETE' : before === null ? 'CREATE' : 'UPDATE'
  return {
    id: `${resource.id} ${namespace} ${name} ${note}`,
    resource,
    operation,
    namespace,
    name,
    subresource,
    user,
    text: after === null ? '' : editableText(after),
    oldText: before === null ? '' : editableText(before),
    note,
  }
}

/** A sample for the server, or the reason why it cannot be tried. */
export type ReadSample =
  | { readonly type: 'sample'; readonly sample: AdmissionSample }
  | { readonly type: 'problem'; readonly message: string }

/** Reads the texts of a sample. The operation says which of them count. [CB12] */
export function readSample(sample: TriedSample): ReadSample {
  const { resource, operation, namespace, name, subresource, user } = sample
  const object = operation === 'DELETE' ? null : objectIn(sample.text)
  const oldObject = operation === 'CREATE' ? null : objectIn(sample.oldText)
  if (typeof object === 'string') return { type: 'problem', message: `object: ${object}` }
  if (typeof oldObject === 'string') return { type: 'problem', message: `old: ${oldObject}` }
  const metadata = object === null ? {} : metadataOf(object)
  return {
    type: 'sample',
    sample: {
      operation,
      group: resource.group,
      version: resource.version,
      resource: resource.resource,
      subresource,
      namespace: textOf(metadata['namespace']) === '' ? namespace : textOf(metadata['namespace']),
      name: textOf(metadata['name']) === '' ? name : textOf(metadata['name']),
      user: { name: user.name, uid: '', groups: user.groups, extra: {} },
      object,
      oldObject,
    },
  }
}

const metadataOf = ({ metadata }: JsonObject): JsonObject => (isObject(metadata) ? metadata : {})

function objectIn(text: string): JsonObject | string {
  const read = readYaml(text)
  return read.type === 'object' ? read.object : `line ${read.problem.line}: ${read.problem.message}`
}
