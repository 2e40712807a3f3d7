import { forbiddenRequest } from '#api/api-error.ts'
import { type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { pathSegmentErrors } from '#server/registry/storage-key.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from './parts/pod-spec.ts'

const classes = { group: 'scheduling.orch.io', resource: 'priorityclasses' }

/** The predefined classes. Their names are reserved. */
const systemClasses: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
])
const defaultPolicy = 'PreemptLowerPriority'

/** Resolves a pod's priority class to its value, and ensures that at most one class is the default. [AD4] */
export const priority: AdmissionPlugin = {
  name: 'Priority',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group, resource }) =>
    (group === '' && resource === 'pods') || (group === classes.group && resource === classes.resource),
  async mutate(attributes, reader) {
    const { object, live, operation } = attributes
    if (object === null || !isPodWrite(attributes)) return
    if (operation === 'CREATE') await setPriority(attributes, object, reader)
    else if (live !== null) keepPriority(podSpec(object), live)
  },
  async validate(attributes, reader) {
    const { definition, object, operation } = attributes
    const isClass = definition.group === classes.group && definition.resource === classes.resource
    if (!isClass || object === null || object['globalDefault'] !== true) return
    const other = await defaultClass(reader)
    if (other === null || (operation === 'UPDATE' && other.metadata.name === object.metadata.name)) return
    throw refuse(
      attributes,
      `PriorityClass ${other.metadata.name ?? ''} is already marked as default. Only one default can exist`,
    )
  },
}

const refuse = ({ definition, name, object }: Attributes, why: string): Error =>
  forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, why)

async function defaultClass(reader: AdmissionReader): Promise<ApiObject | null> {
  const all = await reader.list(classes, '')
  return all.find((each) => each['globalDefault'] === true) ?? null
}

/** An update that omits the fields keeps the values that admission set. */
function keepPriority(spec: JsonObject, live: ApiObject): void {
  const before = isObject(live['spec']) ? live['spec'] : {}
  for (const field of ['priority', 'preemptionPolicy']) {
    if (spec[field] === undefined && before[field] !== undefined) spec[field] = before[field]
  }
}

async function setPriority(attributes: Attributes, pod: ApiObject, reader: AdmissionReader): Promise<void> {
  const spec = podSpec(pod)
  const { className, value, policy } = await resolve(attributes, spec, reader)
  const computed = 'must not be provided in pod spec; priority admission controller computed'
  if (spec['priority'] !== undefined && spec['priority'] !== value)
    throw refuse(
      attributes,
      `the integer value of priority (${String(spec['priority'])}) ${computed} ${value} from the given PriorityClass name`,
    )
  if (spec['preemptionPolicy'] !== undefined && spec['preemptionPolicy'] !== policy)
    throw refuse(
      attributes,
      `the string value of PreemptionPolicy (${String(spec['preemptionPolicy'])}) ${computed} ${policy} from the given PriorityClass name`,
    )
  if (className !== '') spec['priorityClassName'] = className
  spec['priority'] = value
  spec['preemptionPolicy'] = policy
}

/** A name that is not a valid path segment cannot be that of a class. */
const findClass = async (reader: AdmissionReader, name: string): Promise<ApiObject | null> =>
  pathSegmentErrors(name).length > 0 ? null : reader.get(classes, '', name)

interface Resolved {
  readonly className: string
  readonly value: number
  readonly policy: string
}

async function resolve(attributes: Attributes, spec: JsonObject, reader: AdmissionReader): Promise<Resolved> {
  const wanted = typeof spec['priorityClassName'] === 'string' ? spec['priorityClassName'] : ''
  const systemValue = systemClasses.get(wanted)
  if (systemValue !== undefined) return { className: wanted, value: systemValue, policy: defaultPolicy }
  const found = wanted === '' ? await defaultClass(reader) : await findClass(reader, wanted)
  if (found === null && wanted !== '') throw refuse(attributes, `no PriorityClass with name ${wanted} was found`)
  if (found === null) return { className: '', value: 0, policy: defaultPolicy }
  return {
    className: found.metadata.name ?? '',
    value: Number(found['value'] ?? 0),
    policy: typeof found['preemptionPolicy'] === 'string' ? found['preemptionPolicy'] : defaultPolicy,
  }
}
