import { duplicate, invalid, required } from '#api/field-error.ts'
import { dns1123Subdomain, patternText } from '#api/names.ts'
import type { ClaimMappings } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import { type RuleContext, checkExpression, warnOfSplit } from './rule-context.ts'

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const isPath = (text: string): boolean => /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(text)

/** Checks extra attributes by key. Returns whether an expression that compiles reads `email_verified`. */
export function checkExtra(context: RuleContext, extra: ClaimMappings['extra'], at: NodePath): boolean {
  const seen = new Set<string>()
  let readsVerified = false
  for (const [index, { key, valueExpression }] of extra.entries()) {
    const [keyAt, valueAt] = [
      [...at, index, 'key'],
      [...at, index, 'valueExpression'],
    ]
    checkKey(context, key, keyAt)
    if (seen.has(key)) {
      context.found.error('N38', duplicate(pathText(keyAt), key), keyAt)
      continue
    }
    seen.add(key)
    if (valueExpression === '') {
      context.found.error('N39', required(pathText(valueAt)), valueAt)
      continue
    }
    const checked = checkExpression(
      context,
      { scope: 'claims', at: valueAt, codes: { compile: 'N40' } },
      valueExpression,
    )
    if (checked?.outermostCall === 'split') warnOfSplit(context, valueAt)
    readsVerified = checked?.readsClaim('email_verified') === true || readsVerified
  }
  return readsVerified
}

function checkKey(context: RuleContext, key: string, at: NodePath): void {
  checkPrefixedPath(context, key, at)
  if (key !== key.toLowerCase()) context.found.error('N36', invalid(pathText(at), key, 'must be lowercase'), at)
  if (isReserved(key.includes('/') ? key.slice(0, key.indexOf('/')) : ''))
    context.found.error('N37', invalid(pathText(at), key, context.dialect.reservedDomains), at)
}

const reserved = ['orch.io', 'k8s.io', 'kubernetes.io']
const isReserved = (domain: string): boolean => reserved.some((name) => domain === name || domain.endsWith(`.${name}`))

function checkPrefixedPath(context: RuleContext, key: string, at: NodePath): void {
  const field = pathText(at)
  if (key === '') return context.found.error('N32', required(field), at)
  const slash = key.indexOf('/')
  if (slash <= 0 || slash === key.length - 1)
    return context.found.error('N33', invalid(field, key, 'must be a domain-prefixed path (such as "acme.io/foo")'), at)
  const [domain, path] = [key.slice(0, slash), key.slice(slash + 1)]
  for (const text of dns1123Subdomain(domain)) context.found.error('N34', invalid(field, domain, text), at)
  if (isPath(path)) return
  // Our specification allows all characters of RFC 3986, the original all but this one.
  if (!context.dialect.isReference && isPath(path.replaceAll('@', '')))
    return context.found.warning('W07', at, 'the original refuses @ in a key')
  context.found.error('N35', invalid(field, path, patternText('Invalid path', pathPattern)), at)
}
