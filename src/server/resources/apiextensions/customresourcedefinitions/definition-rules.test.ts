import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { fieldErrorText } from '#api/field-error.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { setDefaults } from './defaults.ts'
import { formatWarnings } from './version-parts.ts'
import { validateDefinition, validateStatusNames } from './validation.ts'

interface Parts {
  readonly spec?: JsonObject
  readonly version?: JsonObject
  readonly root?: JsonObject
  readonly annotations?: Record<string, string>
}

function definition({ spec = {}, version = {}, root = {}, annotations = {} }: Parts): CustomResourceDefinition {
  const { group = 'example.com' } = spec
  const schema = { openAPIV3Schema: { type: 'object', ...root } }
  const made = {
    metadata: { name: `widgets.${String(group)}`, annotations },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema, ...version }],
      ...spec,
    },
    status: { storedVersions: ['v1'] },
  } as CustomResourceDefinition
  setDefaults(made)
  return made
}

const errors = (parts: Parts, live: Parts | null = null): readonly string[] =>
  validateDefinition(definition(parts), live === null ? null : definition(live)).map(fieldErrorText)

test('[CRD1] fixed fields are checked after the spec, scope and kind first, and before the stored versions', () => {
  const live = definition({})
  live.status = { ...live.status, conditions: [{ type: 'Established', status: 'True' }] }
  const names = { plural: 'others', kind: 'Other' }
  const next = definition({ spec: { group: 'other.example.com', scope: 'Cluster', names }, version: { name: 'v2' } })
  expect(validateDefinition(next, live).map(({ field }) => field)).toEqual([
    'spec.scope',
    'spec.names.kind',
    'spec.group',
    'spec.names.plural',
    'status.storedVersions[0]',
    'status.storedVersions',
  ])
})

test('[CRD12] webhook conversion requires a client configuration and review versions', () => {
  const at = 'spec.conversion'
  expect(errors({ spec: { conversion: { strategy: 'Webhook' } } })).toEqual([
    `${at}.webhookClientConfig: Required value: required when strategy is set to Webhook`,
    `${at}.conversionReviewVersions: Required value`,
  ])
  const webhook = { clientConfig: { url: 'http://x.example/c' }, conversionReviewVersions: ['v2', 'v2', 'V3'] }
  const found = errors({ spec: { conversion: { strategy: 'Webhook', webhook } } })
  expect(found.map((text) => text.replace(/: (?:a DNS|'https').*/, ''))).toEqual([
    `${at}.webhookClientConfig.url: Invalid value: "http"`,
    `${at}.conversionReviewVersions[1]: Invalid value: "v2": duplicate version`,
    `${at}.conversionReviewVersions[2]: Invalid value: "V3"`,
    `${at}.conversionReviewVersions: Invalid value: ["v2","v2","V3"]: must include at least one of v1, v1beta1`,
  ])
  const text = 'should not be set when strategy is not set to Webhook'
  expect(errors({ spec: { conversion: { strategy: 'None', webhook } } })).toEqual([
    `${at}.webhookClientConfig: Forbidden: ${text}`,
    `${at}.conversionReviewVersions: Forbidden: ${text}`,
  ])
  expect(errors({ spec: { conversion: { strategy: '' } } })).toEqual([`${at}.strategy: Required value`])
})

test('[CRD12] an update may keep unrecognized conversionReviewVersions', () => {
  const webhook = { clientConfig: { url: 'https://x.example/c' }, conversionReviewVersions: ['v2'] }
  const parts = { spec: { conversion: { strategy: 'Webhook', webhook } } }
  expect(errors(parts)).toHaveLength(1)
  expect(errors(parts, parts)).toEqual([])
})

test('[CRD13] definitions in protected groups require the approval annotation', () => {
  const spec = { group: 'lab.orch.io' }
  const named = (text: string): Parts => ({ spec, annotations: { 'api-approved.orch.io': text } })
  expect(errors({ spec })[0]).toMatch(
    /^metadata\.annotations\[api-approved\.orch\.io\]: Required value: protected groups must have approval/,
  )
  expect(errors(named('soon'))[0]).toMatch(/Invalid value: "soon": .* with either a URL or a reason/)
  expect(errors(named('https://example.com/1'))).toEqual([])
  expect(errors(named('unapproved, a trial'))).toEqual([])
  expect(errors({ spec }, { spec })).toEqual([])
})

test('[CRD14] a deprecation warning is a single line and allowed only for deprecated versions', () => {
  const at = 'spec.versions[0].deprecationWarning'
  expect(errors({ version: { deprecationWarning: 'x' } })).toEqual([
    `${at}: Invalid value: "x": can only be set for deprecated versions`,
  ])
  expect(errors({ version: { deprecated: true, deprecationWarning: '' } })).toEqual([
    `${at}: Invalid value: "": must not be an empty string`,
  ])
  expect(errors({ version: { deprecated: true, deprecationWarning: 'é\n' } })).toEqual([
    `${at}: Invalid value: "é\\n": must only contain printable UTF-8 characters; non-printable character found at index 2`,
  ])
})

test('[CRD15] with a status subresource the root schema may not have keywords that could constrain the status', () => {
  const version = { subresources: { status: {} } }
  const [text = ''] = errors({
    version: { ...version, schema: { openAPIV3Schema: { type: 'object', maxProperties: 3 } } },
  })
  expect(text).toMatch(/^spec\.validation\.openAPIV3Schema: Invalid value: \{"ID":"","Schema":"","Ref":null,/)
  expect(text).toContain('"MaxProperties":3,')
  expect(text).toMatch(/: only \[Description Type Format .* XValidations\] fields are allowed at the root/)
  expect(errors({ root: { maxProperties: 3 } })).toEqual([])
})

test('[CRD15] a printed root schema has its maps in order, and dependencies and lists of items in the form of the type', () => {
  const root = {
    dependencies: { b: ['x'], a: { type: 'string' } },
    properties: { z: { type: 'array', items: [{ type: 'string' }] }, d: { type: 'object', default: { b: 1, a: 2 } } },
  }
  const [text = ''] = errors({ version: { subresources: { status: {} } }, root })
  expect(text).toMatch(
    /"Dependencies":\{"a":\{"Schema":\{"ID":"",.*\},"Property":null\},"b":\{"Schema":null,"Property":\["x"\]\}\}/,
  )
  expect(text).toMatch(/"Items":\{"Schema":null,"JSONSchemas":\[\{"ID":"",.*\}\]\}/)
  expect(text).toMatch(/"Properties":\{"d":.*"Default":\{"a":2,"b":1\}.*"z":\{/)
})

test('[CRD15] JSON paths of columns and scales begin with a dot', () => {
  const scale = { specReplicasPath: 'spec.replicas', statusReplicasPath: '.spec.replicas' }
  const additionalPrinterColumns = [
    { name: 'a', type: 'string', jsonPath: 'spec.a' },
    { name: 'b', type: 'string' },
  ]
  expect(errors({ version: { subresources: { scale }, additionalPrinterColumns } })).toEqual([
    'spec.subresources.scale.specReplicasPath: Invalid value: "spec.replicas": must be a simple json path starting with .',
    'spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.replicas": should be a json path under .status',
    'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.a": must be a simple json path starting with .',
    'spec.additionalPrinterColumns[1].JSONPath: Required value',
  ])
})

test('[CRD2] accepted names in the status are validated as names', () => {
  const written = { ...definition({}), status: { acceptedNames: { plural: 'Widgets', kind: 'Widget' } } }
  expect(validateStatusNames(written as CustomResourceDefinition).map(({ field }) => field)).toEqual([
    'status.acceptedNames.plural',
  ])
})

test('[CRD1] an unrecognized format is warned of once, when it is added', () => {
  const format = (text: string): Parts => ({ root: { properties: { a: { type: 'string', format: text } } } })
  const [odd, other] = [definition(format('odd')), definition(format('other'))]
  expect(formatWarnings(odd)).toEqual(['unrecognized format "odd"'])
  expect(formatWarnings(odd, odd)).toEqual([])
  expect(formatWarnings(other, odd)).toEqual(['unrecognized format "other"'])
})

test('[CRD1] errors of the first version are reported twice, and metadata.name on create only', () => {
  const start = 'Invalid value: "V1": a DNS-1035 label'
  const found = errors({ version: { name: 'V1' } }).map((text) => text.slice(0, text.indexOf(' must')))
  expect(found).toContain(`spec.versions[0].name: ${start}`)
  expect(found).toContain(`spec.version: ${start}`)
  expect(errors({ spec: { versions: undefined } as JsonObject })).toContain(
    'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
  )
  const renamed = { spec: { names: { plural: 'others', kind: 'Widget' } } }
  expect(errors(renamed)).toHaveLength(1)
  expect(errors(renamed, {})).toEqual(['spec.names.plural: Invalid value: "others": field is immutable'])
})

test('[CRD1] selectable fields may not address items of lists', () => {
  expect(errors({ version: { selectableFields: [{ jsonPath: '.spec.list[0]' }] } })).toEqual([
    'spec.selectableFields[0].jsonPath: Invalid value: ".spec.list[0]": is an invalid path: array notation is not allowed',
  ])
})

test('[CRD21] values that are present but empty count where the reference keeps a pointer to them', () => {
  const version = { subresources: { status: {} } }
  const stray = (root: JsonObject): readonly string[] =>
    errors({ version, root }).map((text) =>
      text.replace(/Invalid value: \{.*\}: only \[.*\] fields/, 'only some fields'),
    )
  const root = 'spec.validation.openAPIV3Schema'
  const text = `${root}: only some fields are allowed at the root of the schema if the status subresource is enabled`
  expect(stray({ patternProperties: {} })).toEqual([text])
  expect(stray({ $ref: '' })).toEqual([text, `${root}.$ref: Forbidden: $ref is not supported`])
  expect(stray({ 'x-orch-list-type': '' })[0]).toBe(text)
  expect(stray({ title: '', format: '' })).toEqual([])
})

test('[CRD21] selectable fields need a schema, and a stored version counts once', () => {
  const versions = [{ name: 'v1', served: true, storage: true, selectableFields: [{ jsonPath: '.a' }] }]
  expect(errors({ spec: { versions } })).toEqual([
    'spec.versions[0].schema.openAPIV3Schema: Required value',
    'spec.selectableFields: Invalid value: "": may only be set when validations.schema is included',
  ])
  const schema = { openAPIV3Schema: { type: 'object' } }
  const twice = [1, 2].map(() => ({ name: 'v1', served: true, storage: true, schema }))
  expect(errors({ spec: { versions: twice } }).at(-1)).toBe(
    'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
  )
})

test('[CRD21] a webhook without client config and review versions is dropped, and formats are checked for strings only', () => {
  const conversion = { strategy: 'None', webhook: { conversionReviewVersions: [] } }
  expect(definition({ spec: { conversion } }).spec?.conversion).toEqual({ strategy: 'None' })
  expect(formatWarnings(definition({ root: { format: 'odd' } }))).toEqual([])
  const properties = { a: { type: 'string', format: 'odd' } }
  expect(formatWarnings(definition({ root: { properties } }))).toEqual(['unrecognized format "odd"'])
})
