/** The modules that bench/access-bench.mjs measures, bundled into one file. */
export { jwtAuthenticator } from '../src/server/auth/jwt/jwt-authenticator.ts'
export { testIssuer } from '../src/testing/test-issuer.ts'
export { webhookAuthorizer } from '../src/server/auth/webhook/webhook-authorizer.ts'
export { authenticatedUser } from '../src/server/auth/user-info.ts'
export { compileExpression } from '../src/server/settings/compile-expression.ts'
export { celEnvironment } from '../src/config/rules/cel-environments.ts'
export { celVariable } from '../src/config/rules/cel-variable.ts'
export { systemClock } from '../src/api/system-clock.ts'
