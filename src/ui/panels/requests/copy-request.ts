import type { FinishedRequest } from '../../stores/cluster-state.ts'
import { targetOf } from './request-rows.ts'

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const hasBody = (method: string): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** The request as a curl line against `npm run serve`. Bodies are not kept by the server: their place is named. */
export function requestCurl({ method, url, verb }: FinishedRequest): string {
  const parts = [
    'curl',
    verb === 'watch' ? '-N' : '',
    method === 'GET' ? '' : `-X ${method}`,
    hasBody(method) ? "-H 'Content-Type: application/json' --data-binary @body.json" : '',
    quote(`http://127.0.0.1:8080${targetOf(url)}`),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The request as a `fetch` call for the page's console. */
export function requestFetch({ method, url }: FinishedRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(hasBody(method) ? ["headers: { 'content-type': 'application/json' }", 'body: JSON.stringify(body)'] : []),
  ]
  return `await fetch('${targetOf(url)}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`}).then((answer) => answer.text())`
}

/** The same against any server, through kubectl's raw door where the verb has one. */
export function requestKubectl({ method, url }: FinishedRequest): string {
  const target = quote(targetOf(url))
  if (method === 'GET') return `kubectl get --raw ${target}`
  if (method === 'DELETE') return `kubectl delete --raw ${target}`
  if (method === 'POST') return `kubectl create --raw ${target} -f body.json`
  return `kubectl replace --raw ${target} -f body.json`
}
