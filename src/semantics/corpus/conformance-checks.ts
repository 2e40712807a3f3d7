import type { Check } from './check-steps.ts'
import { clusterChecks } from './cluster-checks.ts'
import { extensionChecks } from './extension-checks.ts'

/** Checks by the names of the reference's tests. */
export const checks: ReadonlyMap<string, Check> = new Map([...extensionChecks, ...clusterChecks])
