import type { ConfigField, ConfigStruct } from './config-field.ts'

const claim: ConfigField = {
  name: 'claim',
  type: 'string',
  since: '1.29',
  doc: 'Name of the claim to read, such as `sub`. Either this or `expression`.',
}

const claimsExpression: ConfigField = {
  name: 'expression',
  type: 'string',
  since: '1.29',
  expression: 'claims',
  doc: 'CEL expression over `claims`, such as `claims.sub`. Nested claims are read with dots. Either this or `claim`.',
}

const prefix: ConfigField = {
  name: 'prefix',
  type: 'string',
  isPointer: true,
  required: 'sometimes',
  since: '1.29',
  doc: 'Put before the claim’s value so that it can’t clash with other names. Must be written with `claim`, also when it is `""`; may not stand beside `expression`.',
}

const prefixedMapping: ConfigStruct = { goName: 'PrefixedClaimOrExpression', fields: [claim, prefix, claimsExpression] }

/** Requirements on a token's claims. */
export const claimRule: ConfigStruct = {
  goName: 'ClaimValidationRule',
  fields: [
    { ...claim, doc: 'Name of a claim that must be there, with a string value. Either this or `expression`.' },
    {
      name: 'requiredValue',
      type: 'string',
      since: '1.29',
      doc: 'What the claim’s value must be. Without it the value must be the empty string.',
    },
    {
      ...claimsExpression,
      doc: 'CEL expression over `claims` that must be `true`; its static type must be bool. Write `claims.?a.orValue(false) == true` where a claim may be missing.',
    },
    {
      name: 'message',
      type: 'string',
      since: '1.29',
      doc: 'What the refusal says when `expression` is false. Not with `claim`.',
    },
  ],
  snippets: [
    {
      label: 'required claim',
      doc: 'A claim must have a value',
      lines: ['claim: ${1:hd}', 'requiredValue: ${2:example.com}'],
    },
    {
      label: 'rule by expression',
      doc: 'An expression must be true',
      lines: [
        'expression: ${1:claims.?email_verified.orValue(false) == true}',
        'message: ${2:the e-mail address must be verified}',
      ],
    },
  ],
}

const extra: ConfigStruct = {
  goName: 'ExtraMapping',
  fields: [
    {
      name: 'key',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'Lower-case path with a domain before it, such as `example.org/team`. Each key once.',
    },
    {
      name: 'valueExpression',
      type: 'string',
      required: 'always',
      since: '1.29',
      expression: 'claims',
      doc: 'CEL expression over `claims` that gives a string or a list of strings. Empty texts, empty lists and null leave the key out.',
    },
  ],
  snippets: [
    {
      label: 'extra attribute',
      doc: 'Copies a claim',
      lines: ['key: ${1:example.org/team}', 'valueExpression: ${2:claims.team}'],
    },
  ],
}

/** Mappings from claims to user attributes. */
export const claimMappings: ConfigStruct = {
  goName: 'ClaimMappings',
  fields: [
    {
      name: 'username',
      type: prefixedMapping,
      required: 'always',
      since: '1.29',
      doc: 'What becomes the user’s name. An expression that uses `claims.email` needs `claims.email_verified` here, in an extra value or in a claim rule.',
      snippets: [
        {
          label: 'username from a claim',
          doc: 'The value of one claim',
          lines: ['username:', '  claim: ${1:sub}', '  prefix: ${2:"issuer:"}'],
        },
      ],
    },
    {
      name: 'groups',
      type: prefixedMapping,
      since: '1.29',
      doc: 'What becomes the user’s groups: a string or a list of strings.',
    },
    {
      name: 'uid',
      type: { goName: 'ClaimOrExpression', fields: [claim, claimsExpression] },
      since: '1.29',
      doc: 'What becomes the user’s uid: one string.',
    },
    { name: 'extra', type: { items: extra }, since: '1.29', doc: 'Further attributes of the user, by key.' },
  ],
}
