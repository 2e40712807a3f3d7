import { type Message, type MessageTable, memberOf, members, orReference, schemaOrBoolean } from './message-table.ts'

const parameterFields: Extract<Message, { readonly type: 'fields' }>['fields'] = {
  required: [1, 'bool'],
  in: [2, 'string'],
  description: [3, 'string'],
  name: [4, 'string'],
}

/**
 * The messages of an OpenAPI 2 document that this server's documents use. Field numbers are those of gnostic's
 * `openapi_v2`. [OA7]
 */
export const swaggerMessages: MessageTable = {
  Document: {
    type: 'fields',
    fields: {
      swagger: [1, 'string'],
      info: [2, 'Info'],
      paths: [8, 'Paths'],
      definitions: [9, 'Schemas'],
      parameters: [10, 'Parameters'],
      security: [12, 'SecurityRequirement', 'each'],
      securityDefinitions: [13, 'SecurityDefinitions'],
    },
  },
  Info: { type: 'fields', fields: { title: [1, 'string'], version: [2, 'string'] } },
  Paths: members('PathItem', 2),
  PathItem: {
    type: 'fields',
    fields: {
      get: [2, 'Operation'],
      put: [3, 'Operation'],
      post: [4, 'Operation'],
      delete: [5, 'Operation'],
      options: [6, 'Operation'],
      head: [7, 'Operation'],
      patch: [8, 'Operation'],
      parameters: [9, 'ParametersItem', 'each'],
    },
    extensions: 10,
  },
  Operation: {
    type: 'fields',
    fields: {
      tags: [1, 'string', 'each'],
      description: [3, 'string'],
      operationId: [5, 'string'],
      produces: [6, 'string', 'each'],
      consumes: [7, 'string', 'each'],
      parameters: [8, 'ParametersItem', 'each'],
      responses: [9, 'Responses'],
      schemes: [10, 'string', 'each'],
    },
    extensions: 13,
  },
  ParametersItem: orReference('Parameter', 'Reference'),
  Parameters: members('Parameter'),
  Reference: { type: 'fields', fields: { $ref: [1, 'string'], description: [2, 'string'] } },
  Parameter: {
    type: 'choice',
    choose: (value) => (memberOf(value, 'in') === 'body' ? [1, 'BodyParameter'] : [2, 'NonBodyParameter']),
  },
  BodyParameter: {
    type: 'fields',
    fields: {
      description: [1, 'string'],
      name: [2, 'string'],
      in: [3, 'string'],
      required: [4, 'bool'],
      schema: [5, 'Schema'],
    },
  },
  NonBodyParameter: {
    type: 'choice',
    choose: (value) => (memberOf(value, 'in') === 'query' ? [3, 'QueryParameter'] : [4, 'PathParameter']),
  },
  QueryParameter: {
    type: 'fields',
    fields: { ...parameterFields, type: [6, 'string'], uniqueItems: [20, 'bool'] },
  },
  PathParameter: {
    type: 'fields',
    fields: { ...parameterFields, type: [5, 'string'], uniqueItems: [19, 'bool'] },
  },
  Responses: members('ResponseOrReference'),
  ResponseOrReference: orReference('Response', 'Reference'),
  Response: { type: 'fields', fields: { description: [1, 'string'], schema: [2, 'ResponseSchema'] } },
  ResponseSchema: { type: 'choice', choose: () => [1, 'Schema'] },
  SecurityRequirement: members('Texts'),
  Texts: { type: 'list', item: 'string' },
  SecurityDefinitions: members('SecurityDefinition'),
  SecurityDefinition: { type: 'choice', choose: () => [2, 'ApiKey'] },
  ApiKey: {
    type: 'fields',
    fields: { type: [1, 'string'], name: [2, 'string'], in: [3, 'string'], description: [4, 'string'] },
  },
  Schemas: members('Schema'),
  Schema: {
    type: 'fields',
    fields: {
      $ref: [1, 'string'],
      format: [2, 'string'],
      title: [3, 'string'],
      description: [4, 'string'],
      default: [5, 'yaml'],
      multipleOf: [6, 'double'],
      maximum: [7, 'double'],
      exclusiveMaximum: [8, 'bool'],
      minimum: [9, 'double'],
      exclusiveMinimum: [10, 'bool'],
      maxLength: [11, 'int64'],
      minLength: [12, 'int64'],
      pattern: [13, 'string'],
      maxItems: [14, 'int64'],
      minItems: [15, 'int64'],
      uniqueItems: [16, 'bool'],
      maxProperties: [17, 'int64'],
      minProperties: [18, 'int64'],
      required: [19, 'string', 'each'],
      enum: [20, 'yaml', 'each'],
      additionalProperties: [21, 'SchemaOrBoolean'],
      type: [22, 'Texts'],
      items: [23, 'Items'],
      allOf: [24, 'Schema', 'each'],
      properties: [25, 'Schemas'],
    },
    extensions: 31,
  },
  Items: { type: 'list', item: 'Schema' },
  SchemaOrBoolean: schemaOrBoolean('Schema'),
}
