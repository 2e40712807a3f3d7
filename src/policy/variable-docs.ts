/** Documentation of the variables of policies and rules. */
export const variableDocs: ReadonlyMap<string, string> = new Map([
  ['object', 'The object of the request, after mutation. It is null for DELETE.'],
  ['oldObject', 'The stored object. It is null for CREATE.'],
  ['request', 'Attributes of the request: operation, name, namespace, user, options.'],
  ['params', 'The parameter object that the binding refers to.'],
  ['namespaceObject', 'The namespace of the object. It is null for cluster-scoped objects.'],
  ['variables', 'The variables of the policy. Each is evaluated at most once, when it is first used.'],
  ['authorizer', 'Checks what the requesting user may do.'],
  ['self', 'The value of the schema that contains the rule.'],
  ['oldSelf', 'The stored value. Rules that use it run only on updates.'],
])
