import type { Snippet } from './config-field.ts'

export const authenticatorSnippets: readonly Snippet[] = [
  {
    label: 'authenticator by claims',
    doc: 'Takes username and groups from claims of the token',
    lines: [
      'issuer:',
      '  url: ${1:https://issuer.example.com}',
      '  audiences:',
      '  - ${2:my-app}',
      'claimMappings:',
      '  username:',
      '    claim: ${3:sub}',
      '    prefix: ${4:"issuer:"}',
      '  groups:',
      '    claim: ${5:groups}',
      '    prefix: ${6:"issuer:"}',
    ],
  },
  {
    label: 'authenticator by verified e-mail',
    doc: 'Takes the username from a verified e-mail address',
    lines: [
      'issuer:',
      '  url: ${1:https://issuer.example.com}',
      '  audiences:',
      '  - ${2:my-app}',
      'claimValidationRules:',
      '- expression: claims.?email_verified.orValue(false) == true',
      '  message: the e-mail address must be verified',
      'claimMappings:',
      '  username:',
      '    expression: claims.email',
    ],
  },
  {
    label: 'authenticator for a workload',
    doc: 'Accepts tokens of a build system, with rules on their claims',
    lines: [
      'issuer:',
      '  url: ${1:https://token.actions.example.com}',
      '  audiences:',
      '  - ${2:my-cluster}',
      'claimValidationRules:',
      '- claim: ${3:repository_owner}',
      '  requiredValue: ${4:my-organisation}',
      'claimMappings:',
      '  username:',
      '    expression: "\'workload:\' + claims.sub"',
      'userValidationRules:',
      '- expression: "!user.username.startsWith(\'system:\')"',
      '  message: names that begin with system are reserved',
    ],
  },
]

export const authenticationStarter: Snippet = {
  label: 'AuthenticationConfiguration',
  doc: 'A complete file with one issuer',
  lines: [
    'jwt:',
    '- issuer:',
    '    url: ${1:https://issuer.example.com}',
    '    audiences:',
    '    - ${2:my-app}',
    '  claimMappings:',
    '    username:',
    '      claim: ${3:sub}',
    '      prefix: ${4:"issuer:"}',
  ],
}
