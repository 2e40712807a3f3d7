import { type FieldError, type FieldPath, child, invalid, required } from '#api/field-error.ts'
import { dns1123Subdomain, portNumber } from '#api/names.ts'
import { fragmentOf, tryParseUrl, UrlError } from '#go/url.ts'
import type { ServiceReference, WebhookClientConfig } from '#server/kinds/types/admissionregistration-v1.ts'

const form = '; desired format: https://host[/path]'

/** Requires either a URL or a service. [DA4] */
export function validateClientConfig(config: WebhookClientConfig, path: FieldPath): readonly FieldError[] {
  const { url, service } = config
  if ((url === undefined) === (service === undefined))
    return [required(path, 'exactly one of url or service is required')]
  if (url !== undefined) return validateUrl(url, child(path, 'url'))
  return validateService(service ?? {}, child(path, 'service'))
}

function validateUrl(text: string, path: FieldPath): readonly FieldError[] {
  const url = tryParseUrl(text)
  if (url instanceof UrlError) return [required(path, `url must be a valid URL: ${url.message}${form}`)]
  const { scheme, host, user, query } = url
  const fragment = fragmentOf(url)
  return [
    ...(scheme === 'https' ? [] : [invalid(path, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(user === null ? [] : [invalid(path, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalid(path, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(path, query, 'query parameters are not permitted in the URL')]),
  ]
}

function validateService(service: ServiceReference, path: FieldPath): readonly FieldError[] {
  const { name = '', namespace = '', port = 0, path: urlPath } = service
  const portErrors = portNumber(port)
  return [
    // The reference uses the wrong field name here.
    ...(namespace === '' ? [required(child(path, 'name'))] : []),
    ...(name === '' ? [required(child(path, 'namespace'))] : []),
    ...(portErrors.length === 0
      ? []
      : [invalid(child(path, 'port'), port, `port is not valid: ${portErrors.join(', ')}`)]),
    ...(urlPath === undefined ? [] : validatePath(urlPath, child(path, 'path'))),
  ]
}

function validatePath(urlPath: string, path: FieldPath): readonly FieldError[] {
  if (urlPath === '' || urlPath === '/') return []
  if (urlPath === '//') return [invalid(path, urlPath, 'segment[0] may not be empty')]
  const start = urlPath.startsWith('/') ? [] : [invalid(path, urlPath, "must start with a '/'")]
  const steps = urlPath.slice(1).replace(/\/$/, '').split('/')
  return [
    ...start,
    ...steps.flatMap((step, at) =>
      step === ''
        ? [invalid(path, urlPath, `segment[${at}] may not be empty`)]
        : dns1123Subdomain(step).map((text) => invalid(path, urlPath, `segment[${at}]: ${text}`)),
    ),
  ]
}
