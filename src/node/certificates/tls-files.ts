import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Holder, type Identity, isFit } from './identity.ts'

/** The certificates and keys of one server. */
export interface TlsIdentities {
  readonly authority: Identity
  readonly server: Identity
  /** The client certificate of the local user: admin, in system:masters. */
  readonly admin: Identity
}

/** Returns the folder of the certificates of a store. */
export const tlsFolder = (data: string): string => join(data, 'tls')

/** The DNS names and addresses of this server, including those inside the cluster. */
const ownHosts = ['localhost', '127.0.0.1', '::1', 'orch', 'orch.default', 'orch.default.svc']
const anyAddress = new Set(['0.0.0.0', '::'])

const admin: Holder = { name: 'admin', groups: ['system:masters'] }

function readIdentity(folder: string, name: string): Identity | null {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  return existsSync(certificate) && existsSync(key)
    ? { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
    : null
}

/** Writes a certificate and its key atomically; the key is readable only by its owner. */
function writeIdentity(folder: string, name: string, { certificate, key }: Identity): void {
  for (const [end, text] of [
    ['key', key],
    ['crt', certificate],
  ] as const) {
    const path = join(folder, `${name}.${end}`)
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
}

/**
 * Returns the certificates of the server that listens on `host`. Those in `folder` are used while they are valid, and
 * replaced by new ones otherwise. With `''` nothing is stored. [TLS1]
 */
export async function openTlsIdentities(folder: string, host: string, nowMs: number): Promise<TlsIdentities> {
  // Imported only to issue certificates, because the library is large. It needs the `Reflect` metadata.
  await import('reflect-metadata')
  const { createAuthority, issue } = await import('./certificate-authority.ts')
  if (folder !== '') mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keptOrNew = async (name: string, holder: Holder, authority: Identity | null): Promise<Identity> => {
    const kept = folder === '' ? null : readIdentity(folder, name)
    if (kept !== null && isFit(kept, authority, holder, nowMs)) return kept
    const made = await (authority === null ? createAuthority(holder, nowMs) : issue(authority, holder, nowMs))
    if (folder !== '') writeIdentity(folder, name, made)
    return made
  }
  const hosts = [...new Set([...ownHosts, ...(anyAddress.has(host) ? [] : [host])])]
  const authority = await keptOrNew('ca', { name: 'orchard-ca' }, null)
  return {
    authority,
    server: await keptOrNew('server', { name: 'orchard', hosts }, authority),
    admin: await keptOrNew('admin', admin, authority),
  }
}

/** Returns the certificates stored in `folder`; `null` if no server has created any. */
export function readTlsIdentities(folder: string): Pick<TlsIdentities, 'authority' | 'admin'> | null {
  const authority = readIdentity(folder, 'ca')
  const person = readIdentity(folder, 'admin')
  return authority === null || person === null ? null : { authority, admin: person }
}
