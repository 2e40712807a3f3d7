import { type JsonObject, emptyObject } from '#api/json.ts'
import { modelName, refOf } from './model-names.ts'
import { type ModelSources, modelsOf } from './models.ts'
import type { ModelRef, Operation, Route } from './operation.ts'
import { type Parameter, openParameter, parameterKey, sortedParameters } from './parameters.ts'

export interface DocumentParts {
  readonly routes: readonly Route[]
  readonly models: ModelSources
  readonly info: JsonObject
}

export const serverInfo: JsonObject = { title: 'Orch', version: '1.34' }
/** The info of documents of custom groups, which the reference generates separately. */
export const customInfo: JsonObject = { title: 'Orch CRD Swagger', version: 'v0.1.0' }

export const tokenScheme: JsonObject = {
  type: 'apiKey',
  description: 'A bearer token.',
  name: 'authorization',
  in: 'header',
}

/** Builds the OpenAPI v3 document of one group version. [OA2] */
export function openDocument({ routes, models, info }: DocumentParts): JsonObject {
  const paths: JsonObject = emptyObject()
  for (const route of routes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) paths[route.path] = pathItem(route)
  return {
    openapi: '3.0.0',
    info,
    paths,
    components: {
      schemas: modelsOf(routes, models),
      ...(models.custom.size > 0 ? {} : { securitySchemes: { BearerToken: tokenScheme } }),
    },
  }
}

/** Returns the parameters that all operations of a path share; they are listed once, at the path. */
export function commonParameters({ operations }: Route): ReadonlyMap<string, Parameter> {
  const [first, ...others] = operations
  const has = ({ parameters }: Operation, key: string): boolean =>
    parameters.some((parameter) => parameterKey(parameter) === key)
  const shared = (first?.parameters ?? []).filter((each) => others.every((other) => has(other, parameterKey(each))))
  return new Map(shared.map((parameter) => [parameterKey(parameter), parameter]))
}

function pathItem(route: Route): JsonObject {
  const common = commonParameters(route)
  const item: JsonObject = emptyObject()
  for (const operation of route.operations) item[operation.method] = openOperation(operation, common)
  if (common.size > 0) item.parameters = sortedParameters([...common.values()]).map(openParameter)
  return item
}

function openOperation(operation: Operation, common: ReadonlyMap<string, Parameter>): JsonObject {
  const { id, tag, description, action, kind, body, consumes, produces, answers } = operation
  const parameters = operation.parameters.filter((each) => !common.has(parameterKey(each)))
  const responses: JsonObject = emptyObject()
  for (const { code, model } of answers)
    responses[code] = {
      description: answerWords[code],
      ...(model === null ? {} : { content: content(produces, model) }),
    }
  responses['401'] = { description: 'Unauthorized' }
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters: sortedParameters(parameters).map(openParameter) }),
    ...(body === undefined
      ? {}
      : { requestBody: { content: content(consumes, body.model), ...(body.required ? { required: true } : {}) } }),
    responses,
    ...(action === undefined ? {} : { 'x-orch-action': action }),
    ...(kind === undefined ? {} : { 'x-orch-group-version-kind': { ...kind } }),
  }
}

export const answerWords: Readonly<Record<200 | 201 | 202, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }

function content(mediaTypes: readonly string[], model: ModelRef): JsonObject {
  const schema = schemaOf(model)
  const found: JsonObject = emptyObject()
  for (const mediaType of mediaTypes.toSorted()) found[mediaType] = { schema }
  return found
}

export const schemaOf = (model: ModelRef): JsonObject => {
  switch (model.type) {
    case 'text':
      return { type: 'string' }
    case 'named':
      return { $ref: refOf(model.model) }
    case 'struct':
      return { $ref: refOf(modelName(model.schema.name)) }
  }
}
