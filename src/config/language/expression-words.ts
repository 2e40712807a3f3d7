import type { ExpressionScope } from '#config/kinds/config-field.ts'

/** A variable or one of its members. */
export interface ScopeField {
  readonly name: string
  readonly type: string
  readonly doc: string
  readonly fields?: readonly ScopeField[]
}

const field = (name: string, type: string, doc: string, fields?: readonly ScopeField[]): ScopeField => ({
  name,
  type,
  doc,
  ...(fields && { fields }),
})

const requirements = (what: string): ScopeField =>
  field(`${what}Selector`, 'object', `What the request selects by ${what}s.`, [
    field('rawSelector', 'string', 'The selector as it was sent.'),
    field('requirements', 'list(object)', 'Its parts: key, operator, values.'),
  ])

const userParts = [
  field('uid', 'string', 'Unique over time.'),
  field('groups', 'list(string)', 'Groups the user is in.'),
  field('extra', 'map(string, list(string))', 'Further attributes by key.'),
]

/** The variable of each scope and its members. */
export const scopeFields: Readonly<Record<ExpressionScope, ScopeField>> = {
  claims: field('claims', 'map(string, any)', 'The token’s claims by name.'),
  user: field('user', 'UserInfo', 'The user that came of the claims.', [
    field('username', 'string', 'Name of the user.'),
    ...userParts,
  ]),
  request: field('request', 'SubjectAccessReviewSpec', 'Who asks for what.', [
    field('user', 'string', 'Name of the user.'),
    ...userParts,
    field('resourceAttributes', 'object', 'Of requests for resources; guard it with has().', [
      field('namespace', 'string', 'Empty for none.'),
      field('verb', 'string', 'Such as get, list, create.'),
      field('group', 'string', 'API group; empty for the core.'),
      field('version', 'string', 'API version.'),
      field('resource', 'string', 'Plural name.'),
      field('subresource', 'string', 'Such as status; empty for none.'),
      field('name', 'string', 'Name of the object; empty for all.'),
      requirements('field'),
      requirements('label'),
    ]),
    field('nonResourceAttributes', 'object', 'Of requests for other paths; guard it with has().', [
      field('path', 'string', 'Path of the URL.'),
      field('verb', 'string', 'HTTP method in lower case.'),
    ]),
  ]),
}

/** Common claims of tokens; others are valid too. */
export const standardClaims: readonly ScopeField[] = [
  field('sub', 'any', 'Whom the token is about; never changes.'),
  field('iss', 'any', 'The issuer.'),
  field('aud', 'any', 'Whom the token is for: a text or a list.'),
  field('email', 'any', 'E-mail address; look at email_verified too.'),
  field('email_verified', 'any', 'Whether the issuer has verified the address.'),
  field('name', 'any', 'Full name.'),
  field('preferred_username', 'any', 'What the user wants to be called; may change.'),
  field('groups', 'any', 'Groups, where the issuer tells them.'),
  field('exp', 'any', 'When the token ends, in seconds.'),
  field('jti', 'any', 'Id of the token.'),
]

export interface ExpressionFunction extends ScopeField {
  readonly isGlobal: boolean
}

const global = (name: string, type: string, doc: string): ExpressionFunction => ({ name, type, doc, isGlobal: true })
const method = (name: string, type: string, doc: string): ExpressionFunction => ({ name, type, doc, isGlobal: false })

/** The functions that are most useful in these expressions. */
export const expressionFunctions: readonly ExpressionFunction[] = [
  global('has', 'bool', 'Whether a member is there.'),
  global('size', 'int', 'Length of a text, list or map.'),
  global('string', 'string', 'Makes a text of a value.'),
  global('int', 'int', 'Makes an integer of a value.'),
  global('dyn', 'dyn', 'Forgets the static type: macros can then range over it.'),
  global('type', 'type', 'Type of a value.'),
  method('startsWith', 'bool', 'Whether a text begins so.'),
  method('endsWith', 'bool', 'Whether a text ends so.'),
  method('contains', 'bool', 'Whether a text is inside.'),
  method('matches', 'bool', 'Whether an RE2 pattern matches somewhere.'),
  method('split', 'list(string)', 'Parts between separators.'),
  method('join', 'string', 'Joins a list of texts.'),
  method('replace', 'string', 'Replaces a text.'),
  method('lowerAscii', 'string', 'In lower case.'),
  method('upperAscii', 'string', 'In upper case.'),
  method('trim', 'string', 'Without white space around.'),
  method('substring', 'string', 'From an index up to another.'),
  method('indexOf', 'int', 'Where a text begins, or -1.'),
  method('exists', 'bool', 'Whether one item fulfils a condition.'),
  method('all', 'bool', 'Whether all items fulfil a condition.'),
  method('filter', 'list', 'The items that fulfil a condition.'),
  method('map', 'list', 'What becomes of each item.'),
  method('orValue', 'any', 'Of an optional: another value when it has none.'),
  method('hasValue', 'bool', 'Of an optional: whether it has a value.'),
]
