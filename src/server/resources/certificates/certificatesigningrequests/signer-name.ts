import { type FieldError, type FieldPath, invalid, required, tooLong } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'

const domainBytesMax = 253
const nameBytesMax = 571

/** Validates a domain-prefixed path; each part has its own errors. [CSR2] */
export function validateSignerName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  const [domain = '', rest = '', ...more] = name.split('/')
  if (!name.includes('/') || more.length > 0)
    return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")]
  const labels = domain.split('.')
  return [
    ...(domain.length > domainBytesMax ? [tooLong(path, domainBytesMax)] : []),
    ...firstInvalid(labels, { shown: domain, path, check: dns1123Label }),
    ...(labels.length < 2
      ? [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]
      : []),
    ...firstInvalid(rest.split('.'), { shown: rest, path, check: dns1123Subdomain }),
    ...(name.length > nameBytesMax ? [tooLong(path, nameBytesMax)] : []),
  ]
}

interface Check {
  readonly shown: string
  readonly path: FieldPath
  readonly check: (label: string) => readonly string[]
}

/** Only the first invalid label is reported. */
function firstInvalid(labels: readonly string[], { shown, path, check }: Check): readonly FieldError[] {
  const bad = labels.find((label) => check(label).length > 0)
  if (bad === undefined) return []
  return check(bad).map((text) => invalid(path, shown, `validating label ${JSON.stringify(bad)}: ${text}`))
}
