/** The part that an expression plays, which decides its variables and its type. */
export type ExpressionRole =
  | 'condition'
  | 'variable'
  | 'validation'
  | 'message'
  | 'annotation'
  | 'apply-configuration'
  | 'json-patch'
  | 'rule'
  | 'rule-message'

/** The fields of a kind that hold expressions: names of fields, with `*` for the items of a list. */
export interface ExpressionField {
  readonly path: readonly string[]
  readonly role: ExpressionRole
}

const at = (role: ExpressionRole, path: string): ExpressionField => ({ role, path: path.split('.') })

const shared: readonly ExpressionField[] = [
  at('condition', 'spec.matchConditions.*.expression'),
  at('variable', 'spec.variables.*.expression'),
]

/** The expressions of policies by kind. Those of schemas can be at any depth. */
export const policyFields: ReadonlyMap<string, readonly ExpressionField[]> = new Map([
  [
    'ValidatingAdmissionPolicy',
    [
      ...shared,
      at('validation', 'spec.validations.*.expression'),
      at('message', 'spec.validations.*.messageExpression'),
      at('annotation', 'spec.auditAnnotations.*.valueExpression'),
    ],
  ],
  [
    'MutatingAdmissionPolicy',
    [
      ...shared,
      at('apply-configuration', 'spec.mutations.*.applyConfiguration.expression'),
      at('json-patch', 'spec.mutations.*.jsonPatch.expression'),
    ],
  ],
])

/** The fields of a rule in a schema. */
export const ruleFields: readonly (readonly [field: string, role: ExpressionRole])[] = [
  ['rule', 'rule'],
  ['messageExpression', 'rule-message'],
]

export const schemaKind = 'CustomResourceDefinition'
/** The field of a schema that holds its rules: in both vocabularies, as the text may be for a cluster of either. */
export const rulesFields: ReadonlySet<string> = new Set(['orch', 'kubernetes'].map((each) => `x-${each}-validations`))
