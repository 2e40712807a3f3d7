import type { AuthorizationConfiguration, AuthorizerConfiguration, WebhookConfiguration } from '#config/config-types.ts'
import type { AuthorizationSettings, AuthorizerSettings } from '#server/auth/access-settings.ts'
import { webhookAuthorizer } from '#server/auth/webhook/webhook-authorizer.ts'
import type { ReviewVersion, WebhookConfig } from '#server/auth/webhook/webhook-config.ts'
import { compileExpression } from './compile-expression.ts'
import { readConnectionFile } from './connection-file.ts'

/** Reads a file that a configuration names. @throws Error if it cannot be read. */
export type ReadFile = (path: string) => Promise<string>

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds) / 1_000_000

/** Compiles a valid configuration for the authorization stage. @throws Error for an invalid connection file. */
export async function compileAuthorization(
  { authorizers }: AuthorizationConfiguration,
  readFile: ReadFile,
): Promise<AuthorizationSettings> {
  return { authorizers: await Promise.all(authorizers.map((each) => compileAuthorizer(each, readFile))) }
}

const known = ['RBAC', 'ABAC', 'Node', 'AlwaysAllow', 'AlwaysDeny'] as const

async function compileAuthorizer(config: AuthorizerConfiguration, readFile: ReadFile): Promise<AuthorizerSettings> {
  const { type, name, webhook } = config
  if (type === 'Webhook' && webhook !== undefined)
    return { type, webhook: await compileWebhook(name, webhook, readFile), authorize: webhookAuthorizer }
  const found = known.find((each) => each === type)
  if (found === undefined) throw new Error(`authorizers of type ${type} are not served here`)
  return { type: found, name }
}

async function compileWebhook(name: string, config: WebhookConfiguration, readFile: ReadFile): Promise<WebhookConfig> {
  const { connectionInfo, cacheAuthorizedRequests, cacheUnauthorizedRequests } = config
  const path = connectionInfo.orchConfigFile ?? ''
  if (path === '') throw new Error(`webhook ${name}: connections of type ${connectionInfo.type} are not served here`)
  const connection = readConnectionFile(await readFile(path), path)
  return {
    name,
    ...connection,
    timeoutMs: milliseconds(config.timeout),
    authorizedTtlMs: cacheAuthorizedRequests ? milliseconds(config.authorizedTTL) : 0,
    unauthorizedTtlMs: cacheUnauthorizedRequests ? milliseconds(config.unauthorizedTTL) : 0,
    version: config.subjectAccessReviewVersion as ReviewVersion,
    failurePolicy: config.failurePolicy === 'Deny' ? 'Deny' : 'NoOpinion',
    matchConditions: config.matchConditions.map(({ expression }) => compileExpression('request', expression)),
  }
}
