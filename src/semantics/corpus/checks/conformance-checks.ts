import type { Check } from './check-steps.ts'
import { clusterChecks } from './cluster-checks.ts'
import { conversionChecks } from './conversion-checks.ts'
import { extensionChecks } from './extension-checks.ts'
import { openapiChecks } from './openapi-checks.ts'
import { webhookChecks } from './webhook-checks.ts'

/** Checks by the names of the reference's tests. */
export const checks: ReadonlyMap<string, Check> = new Map([
  ...extensionChecks,
  ...clusterChecks,
  ...webhookChecks,
  ...conversionChecks,
  ...openapiChecks,
])
