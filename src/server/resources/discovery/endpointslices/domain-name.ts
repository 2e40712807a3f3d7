import { type FieldError, type FieldPath, invalid, required } from '#api/field-error.ts'
import { dns1123Subdomain } from '#api/names.ts'

/** Validates a domain name of at least two labels, with an optional trailing dot. */
export function fullyQualifiedDomainName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  const texts = dns1123Subdomain(bare)
  if (texts.length > 0) return [invalid(path, bare, texts.join(','))]
  return bare.includes('.')
    ? []
    : [invalid(path, bare, 'should be a domain with at least two segments separated by dots')]
}
