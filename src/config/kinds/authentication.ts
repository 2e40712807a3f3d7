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
      doc: 'The issuer’s URL with scheme `https`; equals the `iss` claim character by character. No two authenticators share one. Keys are discovered from `{url}/.well-known/openid-configuration` unless `discoveryURL` is set.',
    },
    {
      name: 'discoveryURL',
      type: 'string',
      since: '1.30',
      doc: 'Alternative URL of the discovery document, used exactly as written. Its `issuer` must still equal `url`, and the two URLs must differ.',
    },
    {
      name: 'certificateAuthority',
      type: 'string',
      since: '1.29',
      doc: 'PEM certificates (not a path) of the CAs that may sign the issuer’s TLS certificate. By default the system’s CAs are trusted.',
    },
    {
      name: 'audiences',
      type: { items: 'string' },
      required: 'always',
      since: '1.29',
      doc: 'Accepted audiences: the `aud` claim must contain at least one. With more than one, `audienceMatchPolicy` must be `MatchAny`.',
    },
    {
      name: 'audienceMatchPolicy',
      type: 'string',
      goType: 'AudienceMatchPolicyType',
      required: 'sometimes',
      since: '1.29',
      doc: 'The comparison of `audiences` with the `aud` claim.',
      values: [{ value: 'MatchAny', doc: 'One audience in common is enough.' }],
    },
    {
      name: 'egressSelectorType',
      type: 'string',
      goType: 'EgressSelectorType',
      since: '1.34',
      isNewer: true,
      doc: 'The egress selection for requests of discovery and keys; by default the issuer is dialled directly.',
      values: [
        { value: 'controlplane', doc: 'Like traffic to the control plane.' },
        { value: 'cluster', doc: 'Like traffic to the cluster.' },
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
    { name: 'message', type: 'string', since: '1.29', doc: 'Error message if the expression is false.' },
  ],
  snippets: [
    {
      label: 'no reserved names',
      doc: 'Usernames with the prefix system: are refused',
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
    {
      name: 'issuer',
      type: issuer,
      required: 'always',
      since: '1.29',
      doc: 'The issuer of the tokens, and their audiences.',
    },
    {
      name: 'claimValidationRules',
      type: { items: claimRule },
      since: '1.29',
      doc: 'Requirements on the token’s claims. All must be met.',
    },
    {
      name: 'claimMappings',
      type: claimMappings,
      required: 'always',
      since: '1.29',
      doc: 'Mappings from claims to the user’s attributes.',
    },
    {
      name: 'userValidationRules',
      type: { items: userRule },
      since: '1.29',
      doc: 'Requirements on the resulting user. All must be met.',
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
      doc: 'Whether requests without a credential are authenticated as `system:anonymous`.',
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
      doc: 'If set, anonymous requests are allowed for these paths only.',
    },
  ],
}

export const authenticationConfiguration: ConfigKind = {
  name: 'AuthenticationConfiguration',
  doc: 'The issuers whose tokens are accepted, and whether anonymous requests are allowed.',
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
        doc: 'Authenticators for JWTs of external issuers, tried in this order. At most 64.',
      },
      {
        name: 'anonymous',
        type: anonymous,
        isPointer: true,
        since: '1.31',
        doc: 'Settings for requests without a credential. If set, the flag `--anonymous-auth` is not allowed.',
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
