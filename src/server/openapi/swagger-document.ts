import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import { definitionsRef } from './model-names.ts'
import { type ModelSources, modelsOf } from './models.ts'
import { answerWords, commonParameters, schemaOf, serverInfo, tokenScheme } from './open-document.ts'
import type { ModelRef, Operation, Route } from './operation.ts'
import { type Parameter, parameterKey, sortedParameters, swaggerParameter } from './parameters.ts'

/** Builds the OpenAPI v2 document with all paths, which older clients request. [OA7] */
export function swaggerDocument(routes: readonly Route[], models: ModelSources): JsonObject {
  const parameters = new Map<string, JsonObject>()
  const paths: JsonObject = emptyObject()
  for (const route of routes.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    paths[route.path] = pathItem(route, parameters)
  const definitions: JsonObject = emptyObject()
  for (const [name, model] of Object.entries(modelsOf(routes, models)))
    if (isObject(model)) definitions[name] = models.custom.has(name) ? olderRefs(model) : olderModel(model)
  return {
    swagger: '2.0',
    info: serverInfo,
    paths,
    definitions,
    parameters: Object.fromEntries([...parameters].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    securityDefinitions: { BearerToken: tokenScheme },
    security: [{ BearerToken: [] }],
  }
}

function pathItem(route: Route, shared: Map<string, JsonObject>): JsonObject {
  const common = commonParameters(route)
  const item: JsonObject = emptyObject()
  for (const operation of route.operations) item[operation.method] = swaggerOperation(operation, common, shared)
  if (common.size > 0) item.parameters = sortedParameters([...common.values()]).map((each) => use(each, shared))
  return item
}

/** Defines a shared parameter once in the document and returns a reference to it. */
function use(parameter: Parameter, shared: Map<string, JsonObject>): JsonObject {
  if (parameter.shared === undefined) return swaggerParameter(parameter)
  return refer(`${parameter.name}-${parameter.shared}`, swaggerParameter(parameter), shared)
}

function refer(name: string, parameter: JsonObject, shared: Map<string, JsonObject>): JsonObject {
  shared.set(name, parameter)
  return { $ref: `#/parameters/${name}` }
}

/** The reference's names of the body parameters that all kinds share. */
const sharedBodies: ReadonlyMap<string, string> = new Map([
  ['#/definitions/io.orch.apimachinery.pkg.apis.meta.v1.DeleteOptions', 'body-2Y1dVQaQ'],
  ['#/definitions/io.orch.apimachinery.pkg.apis.meta.v1.Patch', 'body-78PwaGsr'],
])

function bodyParameter(
  { model, required }: NonNullable<Operation['body']>,
  shared: Map<string, JsonObject>,
): JsonObject {
  const schema = swaggerSchema(model)
  const parameter: JsonObject = { in: 'body', name: 'body', ...(required ? { required: true } : {}), schema }
  const name = typeof schema.$ref === 'string' ? sharedBodies.get(schema.$ref) : undefined
  return name === undefined ? parameter : refer(name, parameter, shared)
}

const swaggerSchema = (model: ModelRef): JsonObject => {
  const schema = schemaOf(model)
  return typeof schema.$ref === 'string' ? { $ref: definitionsRef(schema.$ref) } : schema
}

function swaggerOperation(
  operation: Operation,
  common: ReadonlyMap<string, Parameter>,
  shared: Map<string, JsonObject>,
): JsonObject {
  const { id, tag, description, action, kind, body, consumes, produces, answers } = operation
  const own = operation.parameters.filter((each) => !common.has(parameterKey(each)))
  const parameters = [
    ...(body === undefined ? [] : [bodyParameter(body, shared)]),
    ...sortedParameters(own).map((each) => use(each, shared)),
  ]
  const responses: JsonObject = emptyObject()
  for (const { code, model } of answers)
    responses[code] = { description: answerWords[code], ...(model === null ? {} : { schema: swaggerSchema(model) }) }
  responses['401'] = { description: 'Unauthorized' }
  return {
    ...(consumes.length === 0 ? {} : { consumes: [...consumes] }),
    description,
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters }),
    produces: [...produces],
    responses,
    schemes: ['https'],
    tags: [tag],
    ...(action === undefined ? {} : { 'x-orch-action': action }),
    ...(kind === undefined ? {} : { 'x-orch-group-version-kind': { ...kind } }),
  }
}

/**
 * Converts a model to OpenAPI v2: without defaults and alternatives, and with sibling keywords next to references.
 */
function olderModel(value: JsonObject): JsonObject {
  const found: JsonObject = emptyObject()
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined || name === 'default') continue
    if (name === 'oneOf') found.type = 'string'
    else if (name === 'allOf' && Array.isArray(each) && isObject(each[0])) Object.assign(found, olderRefs(each[0]))
    else if (name === 'properties' && isObject(each)) found.properties = olderProperties(each)
    else if (name === '$ref') Object.assign(found, olderRefs({ $ref: each }))
    else found[name] = isObject(each) ? olderModel(each) : each
  }
  return found
}

function olderProperties(properties: JsonObject): JsonObject {
  const found: JsonObject = emptyObject()
  for (const [name, each] of Object.entries(properties)) if (isObject(each)) found[name] = olderModel(each)
  return found
}

function olderRefs<T extends Json>(value: T): T
function olderRefs(value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => olderRefs(each))
  if (!isObject(value)) return value
  const found: JsonObject = emptyObject()
  for (const [name, each] of Object.entries(value))
    if (each !== undefined)
      found[name] = name === '$ref' && typeof each === 'string' ? definitionsRef(each) : olderRefs(each)
  return found
}
