import type { Identity } from './certificates/identity.ts'

/** The address of a server and the credentials of a client. */
export interface KubeconfigParts {
  /** The name of cluster, user and context. */
  readonly name: string
  /** `https://127.0.0.1:6443` */
  readonly server: string
  /** The CA certificate in PEM; `''` for plain HTTP and for authorities that the client's machine trusts. */
  readonly authority: string
  readonly client: Identity | null
  readonly token: string
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/**
 * Returns the configuration file of kubectl and the client libraries, with one cluster, one user and one context.
 * [KC1]
 */
export function toKubeconfig({ name, server, authority, client, token }: KubeconfigParts): string {
  const user = [
    ...(client === null
      ? []
      : [`client-certificate-data: ${base64(client.certificate)}`, `client-key-data: ${base64(client.key)}`]),
    ...(token === '' ? [] : [`token: ${JSON.stringify(token)}`]),
  ]
  return [
    'apiVersion: v1',
    'kind: Config',
    `current-context: ${name}`,
    'clusters:',
    `- name: ${name}`,
    '  cluster:',
    `    server: ${JSON.stringify(server)}`,
    ...(authority === '' ? [] : [`    certificate-authority-data: ${base64(authority)}`]),
    'users:',
    `- name: ${name}`,
    ...(user.length === 0 ? ['  user: {}'] : ['  user:', ...user.map((line) => `    ${line}`)]),
    'contexts:',
    `- name: ${name}`,
    `  context: {cluster: ${name}, user: ${name}}`,
    '',
  ].join('\n')
}
