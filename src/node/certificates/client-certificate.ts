import type { Socket } from 'node:net'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Authentication } from '#server/auth/authenticator.ts'
import { authenticatedUser, type UserInfo } from '#server/auth/user-info.ts'

const isTls = (socket: Socket): socket is TLSSocket => 'authorized' in socket

const asList = (value: SubjectPart): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** A part of a subject is a list if the certificate repeats it, which Node's types do not declare. */
type SubjectPart = string | readonly string[] | undefined

interface ReadCertificate extends Pick<PeerCertificate, 'raw'> {
  readonly subject?: { readonly CN?: SubjectPart; readonly O?: SubjectPart } | undefined
}

/**
 * Returns the user of a certificate: its common name, with its organizations as groups, and the certificate's digest,
 * so that an audit can identify the certificate. `null` without a common name. [TLS3]
 */
export function userOfCertificate({ subject, raw }: ReadCertificate): UserInfo | null {
  const [name = ''] = asList(subject?.CN)
  if (name === '') return null
  const digest = bytesToHex(sha256(raw))
  const extra = { 'authentication.orch.io/credential-id': [`X509SHA256=${digest}`] }
  return { ...authenticatedUser({ name, groups: asList(subject?.O) }), extra }
}

const nobody: Authentication = { type: 'none' }
const known = new WeakMap<Socket, Authentication>()

/**
 * Authenticates a connection by its client certificate, once per connection. A certificate of an unknown authority is
 * refused. [TLS3]
 */
export function authenticationOf(socket: Socket): Authentication {
  if (!isTls(socket)) return nobody
  const found = known.get(socket) ?? authenticate(socket)
  known.set(socket, found)
  return found
}

function authenticate(socket: TLSSocket): Authentication {
  const certificate = socket.getPeerCertificate()
  if (Object.keys(certificate).length === 0) return nobody
  if (!socket.authorized) return { type: 'refused', why: `a client certificate: ${String(socket.authorizationError)}` }
  const user = userOfCertificate(certificate)
  return user === null ? nobody : { type: 'user', user, by: 'a client certificate' }
}
