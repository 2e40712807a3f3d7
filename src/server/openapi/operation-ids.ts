/**
 * Keeps letters and digits, with a capital for each word after the first: `rbacAuthorization` for
 * `rbac.authorization`.
 */
function camelCase(text: string, capital: boolean): string {
  const [first = '', ...rest] = text.split(/[^\p{L}\p{Nd}_]+/u)
  return (capital ? capitalized(first) : first) + rest.map(capitalized).join('')
}

export const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Returns group and version of a path: `['apps', 'v1']` for `/apis/apps/v1/…`; the group is `core` for `/api/…`. */
function groupVersionOf(path: string): readonly string[] {
  const words = path.replace(/^\/+|\/+$/g, '').split('/')
  const named = words[0] === 'api' ? ['apis', 'core', ...words.slice(1)] : words
  if (named[0] !== 'apis' || named.length < 2) return []
  return [(named[1] ?? '').replace(/\.orch\.io$/, ''), ...named.slice(2, 3)]
}

/**
 * Builds an operation id from the verb, the group version of the path, and the rest:
 * `listAppsV1NamespacedDeployment`. [OA4]
 */
export const operationId = (path: string, verb: string, rest: string): string =>
  verb +
  groupVersionOf(path)
    .map((word) => camelCase(word, true))
    .join('') +
  camelCase(rest, true)

/** Returns the tag of the operations of one group version: `apps_v1`. */
export function tagOf(path: string): string {
  const words = groupVersionOf(path)
  return words.length === 0
    ? camelCase(path.replaceAll('/', ''), false)
    : words.map((word) => camelCase(word, false)).join('_')
}
