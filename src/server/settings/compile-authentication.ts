import type { AuthenticationConfiguration, ClaimMappings, JwtAuthenticator } from '#config/config-types.ts'
import type { AuthenticationSettings } from '#server/auth/access-settings.ts'
import { signatureAlgorithms } from '#server/auth/jwt/json-web-key.ts'
import { jwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import type { JwtConfig, Source } from '#server/auth/jwt/jwt-config.ts'
import { compileExpression } from './compile-expression.ts'

/** Compiles a valid configuration for the authentication stage. */
export const compileAuthentication = ({ jwt, anonymous }: AuthenticationConfiguration): AuthenticationSettings => ({
  jwt: jwt.map(compileAuthenticator),
  authenticate: jwtAuthenticator,
  anonymous:
    anonymous === undefined
      ? null
      : {
          enabled: anonymous.enabled,
          paths: anonymous.conditions.length === 0 ? null : anonymous.conditions.map(({ path }) => path),
        },
})

/**
 * Limits the signature algorithms of an authenticator, as `--oidc-signing-algs` does; configuration files accept all.
 * @throws Error in the reference's words for an unknown one [FL3]
 */
export function withAlgorithms(config: JwtConfig, names: readonly string[]): JwtConfig {
  const algorithms = names.map((name) => {
    const found = signatureAlgorithms.find((each) => each === name)
    if (found === undefined) throw new Error(`oidc: unsupported signing alg: ${JSON.stringify(name)}`)
    return found
  })
  return { ...config, algorithms }
}

function compileAuthenticator(config: JwtAuthenticator): JwtConfig {
  const { issuer, claimMappings, claimValidationRules, userValidationRules } = config
  const { url, discoveryURL, audiences, certificateAuthority, egressSelectorType } = issuer
  const rules = claimValidationRules.map((rule, index) => ({ ...rule, place: `claimValidationRules[${index}]` }))
  return {
    issuer: { url, discoveryURL, audiences, certificateAuthority, egressSelectorType },
    ...compileMappings(claimMappings),
    requiredClaims: rules
      .filter(({ expression }) => expression === '')
      .map(({ claim, requiredValue, place }) => ({ claim, value: requiredValue, field: `${place}.claim` })),
    claimRules: rules
      .filter(({ expression }) => expression !== '')
      .map(({ expression, message, place }) => ({
        expression: compileExpression('claims', expression),
        message,
        field: `${place}.expression`,
      })),
    userRules: userValidationRules.map(({ expression, message }, index) => ({
      expression: compileExpression('user', expression),
      message,
      field: `userValidationRules[${index}].expression`,
    })),
  }
}

const compileMappings = ({
  username,
  groups,
  uid,
  extra,
}: ClaimMappings): Pick<JwtConfig, 'username' | 'groups' | 'uid' | 'extra'> => ({
  username: toSource(username),
  groups: toSource(groups),
  uid: toSource(uid),
  extra: extra.map(({ key, valueExpression }) => ({ key, expression: compileExpression('claims', valueExpression) })),
})

function toSource({ claim, expression, prefix = '' }: { claim: string; expression: string; prefix?: string }): Source {
  if (expression !== '') return { type: 'expression', expression: compileExpression('claims', expression) }
  return claim === '' ? { type: 'none' } : { type: 'claim', claim, prefix }
}
