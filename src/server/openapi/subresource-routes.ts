import type { ResourceDefinition, ResourceVerb } from '#server/registry/resource-definition.ts'
import type { Subresource, TextSubresource } from '#server/registry/subresource.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { type GroupVersionKind, type Method, type Operation, type Route, kindOf, struct } from './operation.ts'
import { capitalized } from './operation-ids.ts'
import { pathParameter, prettyParameter } from './parameters.ts'
import { type Place, placed } from './place.ts'
import {
  type Subject,
  type VerbOperation,
  connectOperation,
  createOperation,
  patchOperation,
  readOperation,
  replaceOperation,
  subjectOf,
  textOperation,
} from './verb-operations.ts'

/** Returns the subresource paths of a resource. [OA4] */
export const subresourceRoutes = (definition: ResourceDefinition, single: Place): readonly Route[] =>
  (definition.subresources ?? []).flatMap((part) => {
    const place: Place = {
      ...single,
      path: `${single.path}/${part.name}`,
      subject: `${single.subject}${capitalized(part.name)}`,
    }
    return part.type === 'text' ? textRoutes(definition, part, place) : [objectRoute(definition, part, place)]
  })

const operations: readonly (readonly [ResourceVerb, (subject: Subject) => VerbOperation, string])[] = [
  ['get', readOperation, 'Reads'],
  ['update', replaceOperation, 'Replaces'],
  ['patch', patchOperation, 'Changes parts of'],
  ['create', createOperation, 'Creates'],
]

function objectRoute(definition: ResourceDefinition, part: Exclude<Subresource, TextSubresource>, place: Place): Route {
  const whole = subjectOf(definition)
  const subject = part.type === 'view' ? whole : { ...whole, model: struct(part.schema) }
  return {
    path: place.path,
    operations: operations
      .filter(([verb]) => part.verbs.includes(verb))
      .map(([, operation, word]) =>
        placed(
          place,
          operation(subject),
          kindOfPart(definition, part),
          `${word} the part ${part.name} of the ${definition.kind} of this name.`,
        ),
      ),
  }
}

/** Subresources of custom resources have the kind of their parent. */
const kindOfPart = (definition: ResourceDefinition, { kind, group, version }: Subresource): GroupVersionKind =>
  definition.published === undefined
    ? {
        group: group ?? definition.group,
        kind: kind ?? definition.kind,
        version: version ?? definition.version,
      }
    : kindOf(definition)

const groupOfTypes = (definition: ResourceDefinition): string =>
  definition.schema.name.slice(0, definition.schema.name.lastIndexOf('.'))

const methods: readonly (readonly [ResourceVerb, readonly Method[]])[] = [
  ['get', ['get']],
  ['create', ['post']],
  ['update', ['put']],
  ['patch', ['patch', 'options', 'head']],
  ['delete', ['delete']],
]

function textRoutes(definition: ResourceDefinition, part: TextSubresource, place: Place): readonly Route[] {
  const group = groupOfTypes(definition)
  if (part.kind === undefined) {
    const parameters = structSchema(`${group}.${definition.kind}${capitalized(part.name)}Options`)
    const description = `Reads the ${part.name} of the ${definition.kind} of this name.`
    return [
      { path: place.path, operations: [placed(place, textOperation(parameters), kindOf(definition), description)] },
    ]
  }
  const parameters = structSchema(`${group}.${part.kind}`)
  const bare: Place = { ...place, parameters: place.parameters.filter((each) => each !== prettyParameter) }
  const route = (at: Place): Route => ({
    path: at.path,
    operations: methods
      .filter(([verb]) => part.verbs.includes(verb))
      .flatMap(([, words]) => words)
      .map((method): Operation => {
        const description = `Connects ${method.toUpperCase()} requests to the ${part.name} of the ${definition.kind} of this name.`
        return placed(at, connectOperation(method, parameters), kindOfPart(definition, part), description)
      }),
  })
  if (part.takesPath !== true) return [route(bare)]
  return [
    route(bare),
    route({
      path: `${bare.path}/{path}`,
      subject: `${bare.subject}WithPath`,
      parameters: [...bare.parameters, pathParameter],
    }),
  ]
}
