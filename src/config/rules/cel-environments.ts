import { type CelEnvironment, type CelType, celTypes as t, createCelEnvironment } from '#cel/cel.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'

const extra = t.map(t.string, t.list(t.string))

const userType = t.object('kubernetes.UserInfo', {
  username: t.string,
  uid: t.string,
  groups: t.list(t.string),
  extra,
})

const selectorType = (name: 'Field' | 'Label'): CelType => {
  const requirement = t.object(`kubernetes.${name}SelectorRequirement`, {
    key: t.string,
    operator: t.string,
    values: t.list(t.string),
  })
  return t.object(`kubernetes.${name}SelectorAttributes`, { rawSelector: t.string, requirements: t.list(requirement) })
}

const resourceType = t.object('kubernetes.ResourceAttributes', {
  namespace: t.string,
  verb: t.string,
  group: t.string,
  version: t.string,
  resource: t.string,
  subresource: t.string,
  name: t.string,
  fieldSelector: selectorType('Field'),
  labelSelector: selectorType('Label'),
})

const requestType = t.object('kubernetes.SubjectAccessReviewSpec', {
  resourceAttributes: resourceType,
  nonResourceAttributes: t.object('kubernetes.NonResourceAttributes', { path: t.string, verb: t.string }),
  user: t.string,
  groups: t.list(t.string),
  extra,
  uid: t.string,
})

/** Type of the variable of each scope. */
export const variableTypes: Readonly<Record<ExpressionScope, CelType>> = {
  claims: t.map(t.string, t.any),
  user: userType,
  request: requestType,
}

const made = new Map<ExpressionScope, CelEnvironment>()

/** Returns the environment of a scope: its variable, and all functions of the release. */
export function celEnvironment(scope: ExpressionScope): CelEnvironment {
  const known = made.get(scope)
  if (known !== undefined) return known
  const environment = createCelEnvironment({ variables: { [scope]: variableTypes[scope] }, level: 'stored' })
  made.set(scope, environment)
  return environment
}
