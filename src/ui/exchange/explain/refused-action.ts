import type { Status } from '#api/status.ts'
import type { TrialAction } from '#facts/config-api.ts'
import type { Actor } from '#ui/model/api.ts'

const pattern =
  /User ("(?:[^"\\]|\\.)*") cannot (\S+) resource "([^"/]+)(?:\/([^"]+))?" in API group "([^"]*)" (?:at the cluster scope|in the namespace "([^"]+)")/

const textIn = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted))
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/**
 * Returns the request that authorization refused, read from the server's message; `null` for another refusal, or for one
 * of another user than `actor`, whose groups are not known. [EX4]
 */
export function refusedAction({ code, message = '', details }: Status, actor: Actor): TrialAction | null {
  const found = code === 403 ? pattern.exec(message) : null
  if (found === null || textIn(found[1] ?? '') !== actor.name) return null
  const [, , verb = '', resource = '', subresource = '', group = '', namespace = ''] = found
  return {
    user: { name: actor.name, uid: '', groups: actor.groups, extra: {} },
    verb,
    isResource: true,
    group,
    version: '*',
    resource,
    subresource,
    namespace,
    name: details?.name ?? '',
    path: '',
  }
}
