import type { JwtConfig } from '#server/auth/jwt/jwt-config.ts'

/** Returns the configuration of the issuer at `url`: tokens for the audience `orch`, the claims `sub` and `groups`. */
export const jwtConfig = (url: string, more: Partial<JwtConfig> = {}): JwtConfig => ({
  issuer: { url, discoveryURL: '', audiences: ['orch'], certificateAuthority: '' },
  username: { type: 'claim', claim: 'sub', prefix: 'x:' },
  groups: { type: 'claim', claim: 'groups', prefix: 'g:' },
  uid: { type: 'none' },
  extra: [],
  requiredClaims: [],
  claimRules: [],
  userRules: [],
  ...more,
})
