// Linear: the alternatives start with different characters, and no group matches the empty string.
const component = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/
const tagText = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/
const digestText = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/
const domainText =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::[0-9]+)?$/
const identifier = /^[a-f0-9]{64}$/
const nameCharactersMax = 255

/**
 * Returns `Always` for an explicit or implied tag `latest`; else, also for an invalid image reference, `IfNotPresent`.
 * [POD3]
 */
export const defaultPullPolicy = (image: string): string => (imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent')

/**
 * Returns the tag of an image reference; `latest` if it has neither tag nor digest; `''` if it is malformed or has only
 * a digest.
 */
export function imageTag(image: string): string {
  if (identifier.test(image)) return ''
  const [beforeDigest = '', digest, ...more] = image.split('@')
  if (more.length > 0 || (digest !== undefined && !digestText.test(digest))) return ''
  const { name, tag } = splitTag(beforeDigest)
  if (!isRepository(name) || (tag !== undefined && !tagText.test(tag))) return ''
  return tag ?? (digest === undefined ? 'latest' : '')
}

/** A colon after the last slash separates the tag; an earlier one separates a port. */
function splitTag(text: string): { readonly name: string; readonly tag: string | undefined } {
  const colon = text.indexOf(':', text.lastIndexOf('/') + 1)
  return colon < 0 ? { name: text, tag: undefined } : { name: text.slice(0, colon), tag: text.slice(colon + 1) }
}

function isRepository(name: string): boolean {
  const [first = '', ...rest] = name.split('/')
  const hasDomain = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first)
  const path = hasDomain ? rest : [first, ...rest]
  if (hasDomain && !domainText.test(first)) return false
  return path.join('/').length <= nameCharactersMax && path.every((part) => component.test(part))
}
