import { type MessageTable, members, orReference, schemaOrBoolean } from './message-table.ts'

/**
 * The messages of an OpenAPI 3 document that this server's documents use. Field numbers are those of gnostic's
 * `openapi_v3`. [OA5]
 */
export const openMessages: MessageTable = {
  Document: {
    type: 'fields',
    fields: { openapi: [1, 'string'], info: [2, 'Info'], paths: [4, 'Paths'], components: [5, 'Components'] },
  },
  Info: { type: 'fields', fields: { title: [1, 'string'], description: [2, 'string'], version: [6, 'string'] } },
  Paths: members('PathItem'),
  PathItem: {
    type: 'fields',
    fields: {
      get: [4, 'Operation'],
      put: [5, 'Operation'],
      post: [6, 'Operation'],
      delete: [7, 'Operation'],
      options: [8, 'Operation'],
      head: [9, 'Operation'],
      patch: [10, 'Operation'],
      parameters: [13, 'ParameterOrReference', 'each'],
    },
    extensions: 14,
  },
  Operation: {
    type: 'fields',
    fields: {
      tags: [1, 'string', 'each'],
      description: [3, 'string'],
      operationId: [5, 'string'],
      parameters: [6, 'ParameterOrReference', 'each'],
      requestBody: [7, 'RequestBodyOrReference'],
      responses: [8, 'Responses'],
    },
    extensions: 13,
  },
  ParameterOrReference: orReference('Parameter', 'Reference'),
  Parameter: {
    type: 'fields',
    fields: {
      name: [1, 'string'],
      in: [2, 'string'],
      description: [3, 'string'],
      required: [4, 'bool'],
      schema: [10, 'SchemaOrReference'],
    },
    extensions: 14,
  },
  Reference: { type: 'fields', fields: { $ref: [1, 'string'], description: [3, 'string'] } },
  RequestBodyOrReference: orReference('RequestBody', 'Reference'),
  RequestBody: {
    type: 'fields',
    fields: { description: [1, 'string'], content: [2, 'MediaTypes'], required: [3, 'bool'] },
  },
  MediaTypes: members('MediaType'),
  MediaType: { type: 'fields', fields: { schema: [1, 'SchemaOrReference'] } },
  Responses: members('ResponseOrReference', 2),
  ResponseOrReference: orReference('Response', 'Reference'),
  Response: { type: 'fields', fields: { description: [1, 'string'], content: [3, 'MediaTypes'] } },
  Components: {
    type: 'fields',
    fields: { schemas: [1, 'Schemas'], securitySchemes: [7, 'SecuritySchemes'] },
  },
  Schemas: members('SchemaOrReference'),
  SecuritySchemes: members('SecuritySchemeOrReference'),
  SecuritySchemeOrReference: orReference('SecurityScheme', 'Reference'),
  SecurityScheme: {
    type: 'fields',
    fields: { type: [1, 'string'], description: [2, 'string'], name: [3, 'string'], in: [4, 'string'] },
  },
  SchemaOrReference: orReference('Schema', 'Reference'),
  Schema: {
    type: 'fields',
    fields: {
      nullable: [1, 'bool'],
      title: [9, 'string'],
      multipleOf: [10, 'double'],
      maximum: [11, 'double'],
      exclusiveMaximum: [12, 'bool'],
      minimum: [13, 'double'],
      exclusiveMinimum: [14, 'bool'],
      maxLength: [15, 'int64'],
      minLength: [16, 'int64'],
      pattern: [17, 'string'],
      maxItems: [18, 'int64'],
      minItems: [19, 'int64'],
      uniqueItems: [20, 'bool'],
      maxProperties: [21, 'int64'],
      minProperties: [22, 'int64'],
      required: [23, 'string', 'each'],
      enum: [24, 'yaml', 'each'],
      type: [25, 'string'],
      allOf: [26, 'SchemaOrReference', 'each'],
      oneOf: [27, 'SchemaOrReference', 'each'],
      anyOf: [28, 'SchemaOrReference', 'each'],
      not: [29, 'Schema'],
      items: [30, 'Items'],
      properties: [31, 'Schemas'],
      additionalProperties: [32, 'SchemaOrBoolean'],
      default: [33, 'Default'],
      description: [34, 'string'],
      format: [35, 'string'],
    },
    extensions: 36,
  },
  Items: { type: 'list', item: 'SchemaOrReference' },
  SchemaOrBoolean: schemaOrBoolean('SchemaOrReference'),
  // The message only has fields for scalars; for an object or a list only the presence of a default is encoded.
  Default: {
    type: 'choice',
    choose: (value) => {
      if (typeof value === 'number') return [1, 'double']
      if (typeof value === 'boolean') return [2, 'bool']
      return typeof value === 'string' ? [3, 'string'] : null
    },
  },
}
