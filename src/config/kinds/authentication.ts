import { claimMappings, claimRule } from './claims.ts'
import type { ConfigKind, ConfigStruct } from './config-field.ts'
import { authenticatorSnippets, authenticationStarter } from './authentication-snippets.ts'

const issuer: ConfigStruct = {
  goName: 'Issuer',
  fields: [
    {
      name: 'url',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'The issuer’s URL with scheme `https`; equals the `iss` claim character by character. No two authenticators share one. Keys are found from `{url}/.well-known/openid-configuration` unless `discoveryURL` is set.',
    },
    {
      name: 'discoveryURL',
      type: 'string',
      since: '1.30',
      doc: 'Where the discovery document is fetched instead, used exactly as written. Its `issuer` must still equal `url`, and the two URLs must differ.',
    },
    {
      name: 'certificateAuthority',
      type: 'string',
      since: '1.29',
      doc: 'PEM text (not a path) of the authorities that may sign the issuer’s TLS certificate. Without it the system’s are trusted.',
    },
    {
      name: 'audiences',
      type: { items: 'string' },
      required: 'always',
      since: '1.29',
      doc: 'Who the token may be meant for: the `aud` claim must name at least one. With more than one, `audienceMatchPolicy` must be `MatchAny`.',
    },
    {
      name: 'audienceMatchPolicy',
      type: 'string',
      goType: 'AudienceMatchPolicyType',
      required: 'sometimes',
      since: '1.29',
      doc: 'How `audiences` are compared with the `aud` claim.',
      values: [{ value: 'MatchAny', doc: 'One audience in common is enough.' }],
    },
    {
      name: 'egressSelectorType',
      type: 'string',
      goType: 'EgressSelectorType',
      since: '1.34',
      isNewer: true,
      doc: 'The egress selection through which discovery and keys are fetched; without it they are dialled directly.',
      values: [
        { value: 'controlplane', doc: 'As traffic to the control plane.' },
        { value: 'cluster', doc: 'As traffic to the cluster.' },
      ],
    },
  ],
}

const userRule: ConfigStruct = {
  goName: 'UserValidationRule',
  fields: [
    {
      name: 'expression',
      type: 'string',
      required: 'always',
      since: '1.29',
      expression: 'user',
      doc: 'CEL expression over `user` (`username`, `uid`, `groups`, `extra`) that must be `true`.',
    },
    { name: 'message', type: 'string', since: '1.29', doc: 'What the refusal says when the expression is false.' },
  ],
  snippets: [
    {
      label: 'no reserved names',
      doc: 'Nobody may call themselves a part of the system',
      lines: [
        'expression: "!user.username.startsWith(\'system:\')"',
        'message: names that begin with system are reserved',
      ],
    },
  ],
}

const authenticator: ConfigStruct = {
  goName: 'JWTAuthenticator',
  snippets: authenticatorSnippets,
  fields: [
    { name: 'issuer', type: issuer, required: 'always', since: '1.29', doc: 'Who signs the tokens, and for whom.' },
    {
      name: 'claimValidationRules',
      type: { items: claimRule },
      since: '1.29',
      doc: 'What must hold of a token’s claims. All of them.',
    },
    {
      name: 'claimMappings',
      type: claimMappings,
      required: 'always',
      since: '1.29',
      doc: 'How claims become the user’s attributes.',
    },
    {
      name: 'userValidationRules',
      type: { items: userRule },
      since: '1.29',
      doc: 'What must hold of the user at the end. All of them.',
    },
  ],
}

const anonymous: ConfigStruct = {
  goName: 'AnonymousAuthConfig',
  fields: [
    {
      name: 'enabled',
      type: 'bool',
      default: 'false',
      since: '1.31',
      doc: 'Whether requests without a credential are `system:anonymous`.',
    },
    {
      name: 'conditions',
      type: {
        items: {
          goName: 'AnonymousAuthCondition',
          fields: [
            {
              name: 'path',
              type: 'string',
              since: '1.31',
              doc: 'A request path, compared exactly: no prefix, no wildcard.',
            },
          ],
          snippets: [{ label: 'path', doc: 'One path', lines: ['path: ${1:/livez}'] }],
        },
      },
      since: '1.31',
      doc: 'If any are given, anonymous requests are allowed for these paths only.',
    },
  ],
}

export const authenticationConfiguration: ConfigKind = {
  name: 'AuthenticationConfiguration',
  doc: 'Who may log in with tokens of which issuers, and whether requests without any are anonymous.',
  since: '1.29',
  originalGroup: 'apiserver.config.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1', 'v1'],
  starter: authenticationStarter,
  root: {
    goName: 'AuthenticationConfiguration',
    fields: [
      {
        name: 'jwt',
        type: { items: authenticator },
        since: '1.29',
        doc: 'Authenticators for tokens of outside issuers, tried in this order. At most 64.',
      },
      {
        name: 'anonymous',
        type: anonymous,
        isPointer: true,
        since: '1.31',
        doc: 'Requests without a credential. If it is here, the flag `--anonymous-auth` may not be given.',
        snippets: [
          {
            label: 'anonymous for health checks only',
            doc: 'Everything else needs a credential',
            lines: [
              'anonymous:',
              '  enabled: true',
              '  conditions:',
              '  - path: /livez',
              '  - path: /readyz',
              '  - path: /healthz',
            ],
          },
        ],
      },
    ],
  },
}
