import { badRequest } from '#api/api-error.ts'

const schemes = new Set(['', 'http', 'https'])

/** Parses the name in a proxy path: `name`, `name:port` or `scheme:name:port`. @throws ApiError BadRequest [POD67] */
export const proxiedName =
  (kind: string) =>
  (word: string): string => {
    const parts = word.split(':')
    const [scheme = '', name = ''] = parts.length < 3 ? ['', ...parts] : parts
    if (parts.length > 3 || name === '' || !schemes.has(scheme)) {
      throw badRequest(`invalid ${kind} request ${JSON.stringify(word)}`)
    }
    return name
  }
