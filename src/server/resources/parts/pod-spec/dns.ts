import { child, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { validateIp } from '#server/resources/parts/validation/addresses.ts'
import { dns1123Subdomain, patternText } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { HostAlias, PodDNSConfig, PodSpec } from '#server/kinds/types/core-v1.ts'

const nameserversMax = 3
const searchesMax = 32
const searchBytesMax = 2048

/** Validates the DNS policy and configuration of a pod. [POD34] */
export function validateDns({ dnsConfig, dnsPolicy }: PodSpec, path: FieldPath): readonly FieldError[] {
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
    if ((dnsConfig.nameservers ?? []).length === 0) {
      const why = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
      return [required(child(path, 'nameservers'), why)]
    }
  }
  return dnsConfig ? [...validateServers(dnsConfig, path), ...validateSearches(dnsConfig, path)] : []
}

function validateServers({ nameservers = [] }: PodDNSConfig, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'nameservers')
  return [
    ...(nameservers.length > nameserversMax
      ? [invalid(here, [...nameservers], `must not have more than ${nameserversMax} nameservers`)]
      : []),
    ...nameservers.flatMap((server, at) => validateIp(server, index(here, at))),
  ]
}

function validateSearches({ searches = [], options = [] }: PodDNSConfig, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'searches')
  const errors: FieldError[] = []
  if (searches.length > searchesMax) {
    errors.push(invalid(here, [...searches], `must not have more than ${searchesMax} search paths`))
  }
  if (searches.join(' ').length > searchBytesMax) {
    const why = `must not have more than ${searchBytesMax} characters (including spaces) in the search list`
    errors.push(invalid(here, [...searches], why))
  }
  for (const [at, search] of searches.entries()) {
    if (search === '.') continue
    const name = search.endsWith('.') ? search.slice(0, -1) : search
    errors.push(...checkText(name, index(here, at), subdomainWithUnderscore))
  }
  for (const [at, option] of options.entries()) {
    if (!option.name) errors.push(required(index(child(path, 'options'), at), 'must not be empty'))
  }
  return errors
}

const part = /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/
const subdomainBytesMax = 253

function subdomainWithUnderscore(text: string): readonly string[] {
  const texts: string[] = []
  if (text.length > subdomainBytesMax) texts.push(`must be no more than ${subdomainBytesMax} characters`)
  if (text.split('.').every((label) => part.test(label))) return texts
  const label = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
  const what =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character"
  return [...texts, patternText(what, `${label}(\\.${label})*`, 'example.com')]
}

/** Validates additional entries of the hosts file. */
export const validateHostAliases = (aliases: readonly HostAlias[], path: FieldPath): readonly FieldError[] =>
  aliases.flatMap((alias, at) => [
    ...validateIp(alias.ip ?? '', child(index(path, at), 'ip')),
    ...(alias.hostnames ?? []).flatMap((name, nameAt) =>
      checkText(name, index(child(index(path, at), 'hostnames'), nameAt), dns1123Subdomain),
    ),
  ])
