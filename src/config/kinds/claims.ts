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
  doc: 'CEL expression over `claims`, such as `claims.sub`. Select nested claims with dots. Either this or `claim`.',
}

const prefix: ConfigField = {
  name: 'prefix',
  type: 'string',
  isPointer: true,
  required: 'sometimes',
  since: '1.29',
  doc: 'Prefix of the claim’s value that prevents clashes with other names. Required with `claim`, may be `""`; not allowed with `expression`.',
}

const prefixedMapping: ConfigStruct = { goName: 'PrefixedClaimOrExpression', fields: [claim, prefix, claimsExpression] }

/** Requirements on a token's claims. */
export const claimRule: ConfigStruct = {
  goName: 'ClaimValidationRule',
  fields: [
    { ...claim, doc: 'Name of a claim that must be present with a string value. Either this or `expression`.' },
    {
      name: 'requiredValue',
      type: 'string',
      since: '1.29',
      doc: 'Required value of the claim. By default the empty string.',
    },
    {
      ...claimsExpression,
      doc: 'CEL expression over `claims` that must be `true`; its static type must be bool. Write `claims.?a.orValue(false) == true` if the claim can be missing.',
    },
    {
      name: 'message',
      type: 'string',
      since: '1.29',
      doc: 'Error message if `expression` is false. Not allowed with `claim`.',
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
      doc: 'Lower-case, domain-prefixed path such as `example.org/team`. Unique.',
    },
    {
      name: 'valueExpression',
      type: 'string',
      required: 'always',
      since: '1.29',
      expression: 'claims',
      doc: 'CEL expression over `claims` that returns a string or a list of strings. For an empty string, an empty list or null the key is omitted.',
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
      doc: 'Source of the username. An expression that uses `claims.email` requires `claims.email_verified` here, in an extra value or in a claim rule.',
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
      doc: 'Source of the user’s groups: a string or a list of strings.',
    },
    {
      name: 'uid',
      type: { goName: 'ClaimOrExpression', fields: [claim, claimsExpression] },
      since: '1.29',
      doc: 'Source of the user’s uid: one string.',
    },
    { name: 'extra', type: { items: extra }, since: '1.29', doc: 'Further attributes of the user, by key.' },
  ],
}
