import { type FieldError, type FieldPath, invalid, required, tooLong } from '#api/field-error.ts'
import { dns1123Subdomain, patternText } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'

const nameBytesMax = 63
const pathText = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"

/** Validates the controller that manages the job: a domain-prefixed path. [JOB2] */
export const validateManager = (manager: string, path: FieldPath): readonly FieldError[] => [
  ...validatePrefixedPath(manager, path),
  ...(manager.length > nameBytesMax ? [tooLong(path, nameBytesMax)] : []),
]

function validatePrefixedPath(text: string, path: FieldPath): readonly FieldError[] {
  if (text === '') return [required(path)]
  const slash = text.indexOf('/')
  const [domain, rest] = [text.slice(0, Math.max(0, slash)), text.slice(slash + 1)]
  if (domain === '' || rest === '') {
    return [invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  const errors = checkText(domain, path, dns1123Subdomain)
  if (/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest)) return errors
  return [...errors, invalid(path, rest, patternText('Invalid path', pathText))]
}
