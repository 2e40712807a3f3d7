import { expect, test } from 'vitest'
import { celTypes as t, schemaType } from '#cel/cel.ts'
import { checkPolicy } from './check-policy.ts'
import { completePolicy } from './complete-policy.ts'
import { hoverPolicy } from './hover-policy.ts'
import { readPolicyText } from './policy-text.ts'
import { noPolicyTypes, type PolicyTypes } from './scopes.ts'

const deployment = schemaType(
  {
    type: 'object',
    properties: {
      metadata: {
        type: 'object',
        properties: { name: { type: 'string' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
      },
      spec: {
        type: 'object',
        properties: {
          replicas: { type: 'integer' },
          containers: {
            type: 'array',
            maxItems: 10,
            items: { type: 'object', properties: { image: { type: 'string', maxLength: 20 } } },
          },
        },
      },
    },
  },
  false,
  'Deployment',
)?.type
const types: PolicyTypes = {
  kinds: [{ id: { group: 'apps', version: 'v1', kind: 'Deployment' }, type: deployment ?? t.dyn }],
  params: t.object('Limits', { max: t.int }),
}

const policy = (lines: readonly string[]): string =>
  [
    'apiVersion: admissionregistration.orch.io/v1',
    'kind: ValidatingAdmissionPolicy',
    'metadata: {name: p}',
    'spec:',
    ...lines,
    '',
  ].join('\n')

/** Splits a text at `|`, where the caret is. */
function atCaret(lines: readonly string[]): readonly [text: string, offset: number] {
  const text = policy(lines)
  const offset = text.indexOf('¦')
  return [text.replace('¦', ''), offset]
}

const shownAt = (text: string, range: { readonly start: number; readonly end: number }) =>
  text.slice(range.start, range.end)

test('[CB9] every expression of a policy and of the schemas of a definition is found, with its field and its line', () => {
  const text = policy([
    '  matchConditions: [{name: a, expression: "true"}]',
    '  variables:',
    '  - name: n',
    '    expression: object.spec.replicas',
    '  validations:',
    '  - expression: >-',
    '      variables.n',
    '      < 5',
    '    messageExpression: "\'too many\'"',
    '  auditAnnotations:',
    '  - {key: k, valueExpression: "null"}',
  ])
  expect(readPolicyText(text)?.places.map(({ pointer, role, line }) => [pointer, role, line])).toEqual([
    ['/spec/matchConditions/0/expression', 'condition', 5],
    ['/spec/variables/0/expression', 'variable', 8],
    ['/spec/validations/0/expression', 'validation', 12],
    ['/spec/validations/0/messageExpression', 'message', 13],
    ['/spec/auditAnnotations/0/valueExpression', 'annotation', 15],
  ])
  const definition = `kind: CustomResourceDefinition
spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        x-orch-validations: [{rule: has(self.spec)}]
        properties:
          spec:
            type: object
            properties: {stock: {type: integer}}
            x-orch-validations:
            - rule: self.stok >= 0
              messageExpression: "'stock is ' + string(self.stock)"
`
  const [root, spec, message] = checkPolicy(definition, noPolicyTypes)
  expect(root).toMatchObject({
    type: 'bool',
    place: { pointer: expect.stringMatching(/openAPIV3Schema\/x-orch-validations\/0\/rule$/) },
  })
  expect(spec?.problems.map(({ message: words, range }) => [words, shownAt(definition, range)])).toEqual([
    ["undefined field 'stok'", '.stok'],
  ])
  expect(message).toMatchObject({ type: 'string', problems: [] })
})

test('[CB9] errors of syntax and type have exact ranges inside plain, quoted, folded and block scalars', () => {
  const text = policy([
    '  validations:',
    '  - expression: object.spec.replicas +',
    '  - expression: "size(\\"a\\" + 1) > 0"',
    '  - expression: >-',
    '      true &&',
    '      nope',
    '  - expression: |',
    '      object.spec.replicas',
    '    messageExpression: "1"',
  ])
  const found = checkPolicy(text, types).flatMap(({ problems }) => problems)
  expect(found.map(({ severity, message, range }) => [severity, message.slice(0, 40), shownAt(text, range)])).toEqual([
    ['error', expect.stringMatching(/Syntax error/), expect.any(String)],
    ['error', expect.stringMatching(/no matching overload for '_\+_'/), '+ 1'],
    ['error', expect.stringMatching(/undeclared reference to 'nope'/), 'nope'],
    ['error', 'must evaluate to bool but got dyn', expect.stringContaining('object.spec.replicas')],
    ['error', 'must evaluate to string but got int', '"1"'],
  ])
})

test('[CB9] what only fails for the objects of a matched kind is a warning; params and variables have their types', () => {
  const text = policy([
    '  paramKind: {apiVersion: v1, kind: Limits}',
    '  variables:',
    '  - name: images',
    '    expression: object.spec.containers.map(c, c.image)',
    '  validations:',
    '  - expression: object.spec.replicaz <= params.max',
    '  - expression: object.spec.replicas <= params.min',
    "  - expression: variables.images.all(i, i.startsWith('a'))",
    '  - expression: variables.image.size() > 0',
  ])
  const found = checkPolicy(text, types).flatMap(({ problems }) => problems)
  expect(found.map(({ severity, message, start }) => [severity, message, start.line])).toEqual([
    ['warning', "for Deployment: undefined field 'replicaz'", 10],
    ['warning', "for Deployment: undefined field 'min'", 11],
    ['error', "undefined field 'image'", 13],
  ])
})

test('[CB9] the worst cost comes from the sizes that the schema of the kind declares', () => {
  const text = policy(['  validations:', "  - expression: object.spec.containers.all(c, c.image.startsWith('a'))"])
  const worst = (known: PolicyTypes): number => checkPolicy(text, known)[0]?.worst ?? 0
  expect(worst(types)).toBeLessThan(200)
  expect(worst(noPolicyTypes)).toBeGreaterThan(1_000_000)
})

const tags = { type: 'array', items: { type: 'string', maxLength: 20 } }
const notes = { type: 'array', items: { type: 'string' } }
const book = schemaType({ type: 'object', properties: { tags, notes } }, false, 'Book')?.type ?? t.dyn
const books: PolicyTypes = {
  kinds: [{ id: { group: 'catalog', version: 'v1', kind: 'Book' }, type: book }],
  params: null,
}

test.each([
  [
    "object.tags.all(a, object.tags.all(b, a == b || a.startsWith('x')))",
    [{ path: 'object.tags', keyword: 'maxItems' }],
    200_000,
  ],
  [
    "object.notes.all(a, a.contains('x') && object.notes.all(b, b.contains(a)))",
    [
      { path: 'object.notes', keyword: 'maxItems' },
      { path: 'object.notes[*]', keyword: 'maxLength' },
    ],
    100_000_000,
  ],
])(
  '[CB18] of the expression %s, the fields without a limit are named, with the cost if they had one',
  (rule, fields, most) => {
    const [checked] = checkPolicy(policy(['  validations:', `  - expression: ${rule}`]), books)
    expect(checked?.worst).toBeGreaterThan(100_000_000)
    expect(checked?.advice?.fields).toEqual(fields)
    expect(checked?.advice?.worst).toBeLessThan(most)
  },
)

test('[CB18] a rule of a schema has such advice too, and an expression that is cheap at worst has none', () => {
  const rule = (type: string) =>
    ['kind: CustomResourceDefinition', 'spec:', '  versions:', '  - name: v1', '    schema:', '      openAPIV3Schema:']
      .concat(['        type: object', `        properties: {names: {${type}, items: {type: integer}}}`])
      .concat(['        x-orch-validations: [{rule: "self.names.all(a, self.names.all(b, a <= b))"}]'])
      .join('\n')
  expect(checkPolicy(rule('type: array'), noPolicyTypes)[0]?.advice?.fields[0]?.path).toBe('self.names')
  expect(checkPolicy(rule('type: array, maxItems: 5'), noPolicyTypes)[0]?.advice).toBeNull()
})

const labels = (lines: readonly string[], known: PolicyTypes = types) =>
  completePolicy(...atCaret(lines), known)?.map(({ label }) => label)

test('[CB10] completion inside an expression: variables, fields of the matched kind, of variables and of macros', () => {
  const variables = ['  variables:', '  - name: replicas', '    expression: object.spec.replicas']
  expect(labels(['  validations:', '  - expression: obj¦'])).toContain('object')
  expect(labels(['  validations:', '  - expression: object.spec.¦'])).toEqual(
    expect.arrayContaining(['replicas', 'containers']),
  )
  expect(labels(['  validations:', '  - expression: object.spec.rep¦ > 1'])).toEqual(['replicas'])
  expect(labels([...variables, '  validations:', '  - expression: true && variables.¦'])).toContain('replicas')
  expect(labels(['  validations:', '  - expression: object.spec.containers.all(c, c.¦'])).toContain('image')
  expect(labels(['  validations:', '  - expression: request.userInfo.¦'])).toEqual(
    expect.arrayContaining(['username', 'groups']),
  )
  expect(labels(['  validations:', '  - expression: authorizer.¦'])).toEqual(
    expect.arrayContaining(['group', 'path', 'serviceAccount']),
  )
  expect(labels(['  validations:', '  - expression: namespaceObject.metadata.¦'])).toContain('labels')
  expect(
    labels(['  paramKind: {apiVersion: v1, kind: Limits}', '  validations:', '  - expression: params.¦']),
  ).toContain('max')
  expect(labels(['  validations:', '  - expression: object.metadata.name.sta¦'])).toEqual(['startsWith'])
  expect(labels(['  validations:', '  - message: obj¦'])).toBeUndefined()
  const definition =
    'kind: CustomResourceDefinition\nspec: {versions: [{schema: {openAPIV3Schema: {type: object, properties: {stock: {type: integer}}, x-orch-validations: [{rule: self.¦}]}}}]}'
  const offset = definition.indexOf('¦')
  expect(completePolicy(definition.replace('¦', ''), offset, noPolicyTypes)?.map(({ label }) => label)).toContain(
    'stock',
  )
})

test('[CB10] hover shows the type of a name, the signature of a function, and what a variable holds', () => {
  const hover = (lines: readonly string[]) => hoverPolicy(...atCaret(lines), types)
  expect(hover(['  validations:', '  - expression: object.spec.repl¦icas < 5'])?.title).toBe(
    'object.spec.replicas: int',
  )
  expect(hover(['  validations:', '  - expression: obj¦ect.spec.replicas < 5'])).toMatchObject({
    title: expect.stringMatching(/^object: /),
    doc: expect.stringContaining('DELETE'),
  })
  expect(hover(['  validations:', "  - expression: object.metadata.name.starts¦With('a')"])?.title).toBe(
    'startsWith(string) bool',
  )
  expect(hover(['  validations:', "  - expression: object.spec.containers.all(c, c.im¦age != '')"])?.title).toBe(
    'c.image: string',
  )
  expect(hover(['  validations:', '  - expression: object.spec.replicas ¦< 5'])).toBeNull()
})
