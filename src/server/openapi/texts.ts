import admissionregistration from './texts/admissionregistration.json' with { type: 'json' }
import apiextensions from './texts/apiextensions.json' with { type: 'json' }
import apps from './texts/apps.json' with { type: 'json' }
import auth from './texts/auth.json' with { type: 'json' }
import autoscaling from './texts/autoscaling.json' with { type: 'json' }
import byName from './texts/by-name.json' with { type: 'json' }
import batch from './texts/batch.json' with { type: 'json' }
import core from './texts/core.json' with { type: 'json' }
import coreVolumes from './texts/core-volumes.json' with { type: 'json' }
import coreWorkloads from './texts/core-workloads.json' with { type: 'json' }
import flowcontrol from './texts/flowcontrol.json' with { type: 'json' }
import meta from './texts/meta.json' with { type: 'json' }
import networking from './texts/networking.json' with { type: 'json' }
import others from './texts/others.json' with { type: 'json' }
import storage from './texts/storage.json' with { type: 'json' }

/** The description of a type under `''`, and those of its fields under their names. */
type TypeTexts = Readonly<Record<string, string>>

const files: readonly Readonly<Record<string, TypeTexts>>[] = [
  admissionregistration,
  apiextensions,
  apps,
  auth,
  autoscaling,
  batch,
  core,
  coreVolumes,
  coreWorkloads,
  flowcontrol,
  meta,
  networking,
  others,
  storage,
]

let byType: ReadonlyMap<string, TypeTexts> | undefined

function textsOf(typeName: string): TypeTexts | undefined {
  byType ??= new Map(files.flatMap((file) => Object.entries(file)))
  return byType.get(typeName) ?? byType.get(typeName.replace(/\.v[0-9a-z]+\./, '.'))
}

const own = (texts: TypeTexts | undefined, name: string): string | undefined =>
  texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined

/** Descriptions of fields that have the same meaning in every kind. */
const common: Readonly<Record<string, string>> = {
  // Conformance suites for `explain` check the beginning of these three.
  apiVersion:
    'APIVersion defines the group and version of the schema that the object is written in, such as apps/v1. The server decodes the object by this schema.',
  kind: 'The kind of the object in CamelCase, such as Deployment. It cannot be changed.',
  metadata: "Standard object's metadata: the name, namespace, labels and other fields that all objects have.",
  creationTimestamp: 'CreationTimestamp is a timestamp of the creation of the object, set by the server.',
  spec: 'The desired state.',
  status: 'The observed state, written by controllers.',
  conditions: 'The conditions of the object. Each is True, False or Unknown.',
  observedGeneration: 'The generation of the object that the status is based on.',
  reason: 'The reason as one word in CamelCase.',
  message: 'A description for people.',
  lastTransitionTime: 'The time at which the status last changed.',
  lastProbeTime: 'The time of the last check.',
  lastUpdateTime: 'The time at which the entry was last written.',
}

/** Types whose fields have no descriptions; the original has none either. */
const undescribed = new Set(['apiextensions.v1.JSONSchemaProps'])

/** Returns our description of a type; `''` if there is none. [OA8] */
export function describeType(typeName: string): string {
  const found = own(textsOf(typeName), '')
  if (found !== undefined) return found
  const name = typeName.slice(typeName.lastIndexOf('.') + 1)
  const item = name.endsWith('List') ? own(textsOf(typeName.slice(0, -'List'.length)), '') : undefined
  return item === undefined ? '' : `${name} is a list of ${name.slice(0, -'List'.length)} objects.`
}

/** Returns our description of a field; `''` if there is none. [OA8] */
export function describeField(typeName: string, field: string): string {
  const found = own(textsOf(typeName), field)
  if (found !== undefined) return found
  if (typeName.endsWith('List') && field === 'metadata')
    return 'The version of the list, and the token of its next page.'
  if (typeName.endsWith('List') && field === 'items') return 'The objects.'
  if (Object.hasOwn(common, field)) return common[field] ?? ''
  return undescribed.has(typeName) ? '' : (own(byName[''], field) ?? '')
}
