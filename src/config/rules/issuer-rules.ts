import { duplicate, invalid, required } from '#api/field-error.ts'
import { fragmentOf, tryParseUrl, UrlError } from '#go/url.ts'
import type { Issuer } from '#config/config-types.ts'
import { pathText } from '#config/finding.ts'
import type { NodePath } from '#document/locate.ts'
import type { RuleId } from '#config/report/rule-texts.ts'
import { bundleProblem } from './certificates.ts'
import type { RuleContext } from './rule-context.ts'

/** Checks one issuer; uniqueness among authenticators is checked by the caller. */
export function checkIssuer(context: RuleContext, issuer: Issuer, at: NodePath): void {
  checkIssuerUrl(context, issuer.url, [...at, 'url'])
  checkDiscoveryUrl(context, issuer, [...at, 'discoveryURL'])
  checkAudiences(context, issuer, at)
  checkAuthority(context, issuer.certificateAuthority, [...at, 'certificateAuthority'])
  checkEgressType(context, issuer.egressSelectorType, [...at, 'egressSelectorType'])
}

function checkIssuerUrl(context: RuleContext, url: string, at: NodePath): void {
  if (url === '') return context.found.error('N02', required(pathText(at)), at)
  if (context.disallowedIssuers.includes(url)) {
    const issuers = [...new Set(context.disallowedIssuers)].sort().join(' ')
    context.found.error(
      'N08',
      invalid(pathText(at), url, `URL must not overlap with disallowed issuers: [${issuers}]`),
      at,
    )
  }
  checkUrl(context, url, at)
}

const withoutSlashes = (url: string): string => {
  let end = url.length
  while (url.charAt(end - 1) === '/') end--
  return url.slice(0, end)
}

function checkDiscoveryUrl(context: RuleContext, { url, discoveryURL }: Issuer, at: NodePath): void {
  if (discoveryURL === '') return
  if (url !== '' && withoutSlashes(url) === withoutSlashes(discoveryURL))
    context.found.error('N10', invalid(pathText(at), discoveryURL, 'discoveryURL must be different from URL'), at)
  checkUrl(context, discoveryURL, at)
}

function checkUrl(context: RuleContext, url: string, at: NodePath): void {
  const refuse = (code: RuleId, text: string): void => context.found.error(code, invalid(pathText(at), url, text), at)
  const parsed = tryParseUrl(url)
  if (parsed instanceof UrlError) return refuse('N03', parsed.message)
  if (parsed.scheme !== 'https') refuse('N04', 'URL scheme must be https')
  if (parsed.user !== null) refuse('N05', 'URL must not contain a username or password')
  if (parsed.query !== '') refuse('N06', 'URL must not contain a query')
  if (fragmentOf(parsed) !== '') refuse('N07', 'URL must not contain a fragment')
  if (parsed.scheme === 'https' && parsed.host === '')
    context.found.warning('W15', at, 'the URL has no host; the original accepts it, but nothing can be fetched from it')
}

function checkAudiences(context: RuleContext, { audiences, audienceMatchPolicy }: Issuer, issuerAt: NodePath): void {
  const at = [...issuerAt, 'audiences']
  const field = pathText(at)
  if (audiences.length === 0)
    return context.found.error('N12', required(field, `at least one ${field} is required`), at)
  const seen = new Set<string>()
  for (const [index, audience] of audiences.entries()) {
    const itemAt = [...at, index]
    if (audience === '') context.found.error('N13', required(pathText(itemAt)), itemAt)
    if (seen.has(audience)) context.found.error('N14', duplicate(pathText(itemAt), audience), itemAt)
    seen.add(audience)
  }
  checkPolicy(context, audiences.length, audienceMatchPolicy, [...issuerAt, 'audienceMatchPolicy'])
}

function checkPolicy(context: RuleContext, count: number, policy: string, at: NodePath): void {
  if (policy === 'MatchAny') return
  const field = pathText(at)
  if (count > 1)
    context.found.error(
      'N15',
      invalid(field, policy, 'audienceMatchPolicy must be MatchAny for multiple audiences'),
      at,
    )
  else if (policy !== '')
    context.found.error(
      'N16',
      invalid(field, policy, 'audienceMatchPolicy must be empty or MatchAny for single audience'),
      at,
    )
}

function checkAuthority(context: RuleContext, bundle: string, at: NodePath): void {
  const problem = bundle === '' ? undefined : bundleProblem(bundle)
  if (problem !== undefined) context.found.error('N17', invalid(pathText(at), '<omitted>', problem), at)
}

function checkEgressType(context: RuleContext, type: string, at: NodePath): void {
  if (type === '' || type === 'controlplane' || type === 'cluster') return
  context.found.error('N46', invalid(pathText(at), type, 'egress selector must be either controlplane or cluster'), at)
}
